import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isForStaff, type NotificationPreferences } from '#contract/notifications.ts'
import { isStaff } from '#contract/permissions.ts'
import { texts } from '#texts/features/notifications.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Section } from '../../ui/card.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const { preferences } = texts
const id = 'notification-preferences'
const channels = Object.keys(preferences.channels) as Channel[]

/** Notification preferences: a row for each type, a switch for each channel. */
export function PreferencesSection() {
  const query = useQuery(preferencesQuery)
  const change = useChangePreference()
  const staff = isStaff(useUser().role)
  const arrived = query.data !== undefined
  // A link to this section scrolls to it once it has its height.
  useEffect(() => {
    if (arrived && window.location.hash === `#${id}`)
      document.getElementById(id)?.closest('section')?.scrollIntoView()
  }, [arrived])
  return (
    <Section id={id} className="scroll-mt-22" title={preferences.title}>
      <p className="mb-4 max-w-prose text-muted">{preferences.explain}</p>
      <Loaded query={query} skeleton={<Skeleton className="h-72" />} failed={preferences.notLoaded}>
        {data => (
          <table className="w-full border-collapse">
            <thead>
              <tr className="text-muted text-sm">
                <th scope="col" className="pb-2 text-left font-medium">
                  {preferences.what}
                </th>
                {channels.map(channel => (
                  <th key={channel} scope="col" className="w-16 pb-2 text-center font-medium sm:w-24">
                    {preferences.channels[channel]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-line border-y">
              {data
                .filter(one => staff || !isForStaff(one.type))
                .map(one => (
                  <tr key={one.type}>
                    <th scope="row" className="py-3 pr-3 text-left font-normal">
                      <span className="block font-semibold">{texts.types[one.type]}</span>
                      <span className="block text-muted text-sm">{preferences.about[one.type]}</span>
                    </th>
                    {channels.map(channel => (
                      <td key={channel} className="py-3 text-center">
                        <Switch
                          aria-label={`${texts.types[one.type]}: ${preferences.channels[channel]}`}
                          checked={one[channel]}
                          onChange={event =>
                            change.mutate({ type: one.type, channel, wanted: event.target.checked })
                          }
                        />
                      </td>
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </Section>
  )
}

type Channel = 'app' | 'mail'

/** Which notifications a person wants, on which channel. */
const preferencesQuery = queryOptions({
  ...reading('notificationPreferences'),
})

interface Change {
  type: NotificationPreferences[number]['type']
  channel: Channel
  wanted: boolean
}

/** Turns one of them on or off; shown immediately, rolled back if the server refuses. */
function useChangePreference() {
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
