import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { NotificationPreferences } from '#contract/notifications.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { texts } from './texts.ts'

export type Channel = 'app' | 'mail'

/** Which notifications a person wants, on which channel. */
export const preferencesQuery = queryOptions({
  ...reading('notificationPreferences'),
})

interface Change {
  type: NotificationPreferences[number]['type']
  channel: Channel
  wanted: boolean
}

/** Turns one of them on or off; shown immediately, rolled back if the server refuses. */
export function useChangePreference() {
  const queries = useQueryClient()
  const { queryKey } = preferencesQuery
  const put = ({ type, channel, wanted }: Change) =>
    queries.setQueryData<NotificationPreferences>(queryKey, list =>
      list?.map(one => (one.type === type ? { ...one, [channel]: wanted } : one)),
    )
  return useAction({
    // Each request sends the whole list, so a later one must not overtake an earlier one.
    scope: 'notification-preferences',
    optimistic: async (change: Change) => {
      put(change)
      return () => put({ ...change, wanted: !change.wanted })
    },
    mutationFn: () =>
      call('setNotificationPreferences', {
        body: queries.getQueryData<NotificationPreferences>(queryKey) ?? [],
      }),
    failed: { title: texts.preferences.notSaved, otherwise: texts.readFailedOtherwise },
  })
}
