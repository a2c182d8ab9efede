import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Notification } from '#contract/notifications.ts'
import { texts } from '#texts/features/notifications.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'

/** A person's notifications, newest first. Refetched when the server announces news (see live.ts). */
export const notificationsQuery = queryOptions({
  ...reading('notifications'),
})

export const unreadIn = (list: readonly Notification[] | undefined): number =>
  list?.filter(one => !one.isRead).length ?? 0

/** Marks one (its id) or all of them (null) as read; shown immediately, rolled back if the server refuses. */
export function useMarkRead() {
  const queries = useQueryClient()
  const { queryKey } = notificationsQuery
  return useAction({
    mutationFn: (id: string | null) =>
      id === null ? call('notificationsReadAll') : call('notificationRead', { params: { id } }),
    optimistic: async id => {
      await queries.cancelQueries({ queryKey })
      const before = queries.getQueryData<Notification[]>(queryKey)
      queries.setQueryData<Notification[]>(queryKey, list =>
        list?.map(one => (id === null || one.id === id ? { ...one, isRead: true } : one)),
      )
      return () => queries.setQueryData(queryKey, before)
    },
    failed: { title: texts.readFailed, otherwise: texts.readFailedOtherwise },
  })
}
