import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Notification } from '#contract/videos.ts'
import { sentenceOf } from '../../lib/api.ts'
import { call, reading } from '../../lib/call.ts'
import { toast } from '../../lib/toast.ts'
import { texts } from './texts.ts'

/** A person's notifications, newest first. Asked again when the server says that there is news (see live.ts). */
export const notificationsQuery = queryOptions({
  ...reading('notifications'),
})

export const unreadIn = (list: readonly Notification[] | undefined): number =>
  list?.filter(one => !one.isRead).length ?? 0

/** Marks one as read (its id), or all of them (null); shown at once, taken back if the server refuses. */
export function useMarkRead() {
  const queries = useQueryClient()
  const { queryKey } = notificationsQuery
  return useMutation({
    mutationFn: (id: string | null) =>
      id === null ? call('notificationsReadAll') : call('notificationRead', { params: { id } }),
    onMutate: async id => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<Notification[]>(queryKey)
      queries.setQueryData<Notification[]>(queryKey, list =>
        list?.map(one => (id === null || one.id === id ? { ...one, isRead: true } : one)),
      )
      return { before }
    },
    onError: (error, _id, context) => {
      queries.setQueryData(queryKey, context?.before)
      toast({
        title: texts.readFailed,
        description: sentenceOf(error, texts.readFailedOtherwise),
        variant: 'destructive',
      })
    },
  })
}
