import { useMutation } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { CalendarEntry, Publication } from '#contract/publishing.ts'
import { refreshQueue } from '../../features/publishing/calls.ts'
import { viewerZone } from '../../features/publishing/rules.ts'
import { texts } from '../../features/publishing/texts.ts'
import { ifMatch } from '../../features/review/calls.ts'
import { request, sentenceOf } from '../../lib/api.ts'
import { toastFailure } from '../../lib/failure.ts'
import { formatMoment } from '../../lib/format.ts'
import { toast } from '../../lib/toast.ts'

const { calendar: words } = texts

/** Gives an entry another time of the viewer's clock, 'YYYY-MM-DD HH:MM'; which instant that is, the server says. */
export const useMove = () =>
  useMutation({
    mutationFn: ({ entry, to }: { entry: CalendarEntry; to: string }) =>
      request<Publication>(
        'PATCH',
        api.publication(entry.id),
        { customSchedule: to, timeZone: viewerZone() },
        undefined,
        ifMatch(entry.version),
      ),
    onSuccess: ({ scheduledFor }) => toast(words.moved(formatMoment(scheduledFor))),
    onError: error =>
      toastFailure(error, { title: words.moveFailed, description: sentenceOf(error, texts.tryAgain) }),
    onSettled: refreshQueue,
  })
