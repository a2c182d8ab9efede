import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NotificationPreferences } from '#contract/notifications.ts'
import { sentenceOf } from '../../lib/api.ts'
import { call, reading } from '../../lib/call.ts'
import { toast } from '../../lib/toast.ts'
import { texts } from './texts.ts'

export type Channel = 'app' | 'mail'

/** What a person wants to be told of, on which channel. */
export const preferencesQuery = queryOptions({
  ...reading('notificationPreferences'),
})

interface Change {
  type: NotificationPreferences[number]['type']
  channel: Channel
  wanted: boolean
}

/** Turns one of them on or off; shown at once, taken back if the server refuses. */
export function useChangePreference() {
  const queries = useQueryClient()
  const { queryKey } = preferencesQuery
  const put = ({ type, channel, wanted }: Change) =>
    queries.setQueryData<NotificationPreferences>(queryKey, list =>
      list?.map(one => (one.type === type ? { ...one, [channel]: wanted } : one)),
    )
  return useMutation({
    // Each sends the whole list, so a later one must not overtake an earlier.
    scope: { id: 'notification-preferences' },
    onMutate: put,
    mutationFn: () =>
      call('setNotificationPreferences', {
        body: queries.getQueryData<NotificationPreferences>(queryKey) ?? [],
      }),
    onError: (error, change) => {
      put({ ...change, wanted: !change.wanted })
      toast({
        title: texts.preferences.notSaved,
        description: sentenceOf(error, texts.readFailedOtherwise),
        variant: 'destructive',
      })
    },
  })
}
