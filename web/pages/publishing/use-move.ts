import { useMutation } from '@tanstack/react-query'
import type { CalendarEntry } from '#contract/publishing.ts'
import { refreshQueue } from '../../features/publishing/calls.ts'
import { viewerZone } from '../../features/publishing/rules.ts'
import { texts } from '../../features/publishing/texts.ts'
import { ifMatch } from '../../features/review/calls.ts'
import { sentenceOf } from '../../lib/api.ts'
import { call } from '../../lib/call.ts'
import { toastFailure } from '../../lib/failure.ts'
import { formatMoment } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'

const { calendar: words } = texts

/** Gives an entry another time of the viewer's clock, 'YYYY-MM-DD HH:MM'; which instant that is, the server says. */
export const useMove = () =>
  useMutation({
    mutationFn: ({ entry, to }: { entry: CalendarEntry; to: string }) =>
      call('editPublication', {
        params: { id: entry.id },
        body: { customSchedule: to, timeZone: viewerZone() },
        headers: ifMatch(entry.version),
      }),
    onSuccess: ({ scheduledFor }) => toast(words.moved(formatMoment(scheduledFor))),
    onError: error =>
      toastFailure(error, { title: words.moveFailed, description: sentenceOf(error, texts.tryAgain) }),
    onSettled: refreshQueue,
  })
