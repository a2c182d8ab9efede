import type { CalendarEntry } from '#contract/publishing/scheduling.ts'
import { texts } from '#texts/features/publishing.ts'
import { queuePaths } from '../../features/publishing/calls.ts'
import { viewerZone } from '../../features/publishing/rules.ts'
import { call, ifMatch } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatMoment } from '../../lib/format.ts'

const { calendar: words } = texts

/** Reschedules an entry to 'YYYY-MM-DD HH:MM' in the viewer's time zone; the server resolves the exact time. */
export const useMove = () =>
  useAction({
    mutationFn: ({ entry, to }: { entry: CalendarEntry; to: string }) =>
      call('editPublication', {
        params: { id: entry.id },
        body: { customSchedule: to, timeZone: viewerZone() },
        headers: ifMatch(entry.version),
      }),
    done: ({ scheduledFor }) => ({ ...words.moved, description: formatMoment(scheduledFor) }),
    failed: { title: words.moveFailed, otherwise: texts.tryAgain },
    refresh: queuePaths,
    refreshOn: 'settled',
  })
