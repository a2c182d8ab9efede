import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MailPreferences } from '#contract/mail.ts'
import { isForStaff, type NotificationPreferences } from '#contract/notifications.ts'
import { isStaff } from '#contract/permissions.ts'
import { texts } from '#texts/features/notifications.ts'
import { call, reading } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Section } from '../../ui/card.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { Loaded, together } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const { preferences } = texts
const id = 'notification-preferences'
const channels = Object.keys(preferences.channels) as Channel[]

/** Notification preferences: a row for each type, a switch for each channel that it has. */
export function PreferencesSection() {
  const query = together(useQuery(preferencesQuery), useQuery(mailPreferencesQuery))
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
        {([rows, mails]) => (
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
              {rows
                .filter(({ type }) => staff || !isForStaff(type))
                .map(({ type, ...wanted }) => (
                  <Row
                    key={type}
                    type={type}
                    name={texts.types[type]}
                    wanted={wanted}
                    onChange={change.mutate}
                  />
                ))}
              {mails.map(({ type, ...wanted }) => (
                <Row
                  key={type}
                  type={type}
                  name={preferences.mails[type]}
                  wanted={wanted}
                  onChange={change.mutate}
                />
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </Section>
  )
}

type Channel = 'app' | 'mail'
type Type = NotificationPreferences[number]['type'] | MailPreferences[number]['type']

interface Change {
  type: Type
  channel: Channel
  wanted: boolean
}

/** A type with a switch for each channel that it has. */
const Row = ({
  type,
  name,
  wanted,
  onChange,
}: {
  type: Type
  name: string
  wanted: Partial<Record<Channel, boolean>>
  onChange: (change: Change) => void
}) => (
  <tr>
    <th scope="row" className="py-3 pr-3 text-left font-normal">
      <span className="block font-semibold">{name}</span>
      <span className="block text-muted text-sm">{preferences.about[type]}</span>
    </th>
    {channels.map(channel => (
      <td key={channel} className="py-3 text-center">
        {wanted[channel] !== undefined && (
          <Switch
            aria-label={`${name}: ${preferences.channels[channel]}`}
            checked={wanted[channel]}
            onChange={event => onChange({ type, channel, wanted: event.target.checked })}
          />
        )}
      </td>
    ))}
  </tr>
)

/** Which notifications a person wants, on which channel. */
const preferencesQuery = queryOptions({
  ...reading('notificationPreferences'),
})
/** Which emails without a notification a person wants. */
const mailPreferencesQuery = queryOptions({
  ...reading('mailPreferences'),
})

/** Turns one of them on or off; shown immediately, rolled back if the server refuses. */
function useChangePreference() {
  const queries = useQueryClient()
  const put = ({ type, channel, wanted }: Change) => {
    for (const { queryKey } of [preferencesQuery, mailPreferencesQuery])
      queries.setQueryData<{ type: Type }[]>(queryKey, list =>
        list?.map(one => (one.type === type ? { ...one, [channel]: wanted } : one)),
      )
  }
  return useAction({
    // Each request sends a whole list, so a later one must not overtake an earlier one.
    scope: 'notification-preferences',
    optimistic: async (change: Change) => {
      put(change)
      return () => put({ ...change, wanted: !change.wanted })
    },
    mutationFn: ({ type }): Promise<unknown> =>
      type in preferences.mails
        ? call('setMailPreferences', { body: queries.getQueryData(mailPreferencesQuery.queryKey) ?? [] })
        : call('setNotificationPreferences', { body: queries.getQueryData(preferencesQuery.queryKey) ?? [] }),
    failed: { title: texts.preferences.notSaved, otherwise: texts.readFailedOtherwise },
  })
}
