import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import { channelFacts, channelFactsOf } from '#contract/publishing/constants.ts'
import type { Channel, channelSettingsBody } from '#contract/publishing/publications.ts'
import { channelsQuery } from '../../features/publishing/calls.ts'
import { texts } from '../../features/publishing/texts.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { formatDate } from '../../lib/format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Select } from '../../ui/inputs/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PlatformIcon } from '../../ui/platform-icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Connect, changeFailed } from './connect.tsx'

const { channels: words } = texts
const DefaultsDialog = lazy(() => import('./defaults-dialog.tsx'))
const tones: Record<Channel['status'], Tone> = {
  connected: 'green',
  expiring: 'orange',
  reconnect: 'danger',
  disconnected: 'grey',
}

/** The accounts that posts go to: connected on the platform's own page, looked after here. */
export function Channels() {
  return (
    <Loaded query={useQuery(channelsQuery)} skeleton={<Skeleton className="h-48" />} failed={words.failed}>
      {({ channels, available }) => (
        <Section id="channels" title={words.title}>
          <ul className="divide-y divide-line">
            {channelFacts.map(({ kind, name, icon }) => {
              const of = channels.filter(
                channel => channel.kind === kind && channel.status !== 'disconnected',
              )
              const here = available.find(one => one.kind === kind)
              return (
                <li key={kind} className="space-y-3 py-4 first:pt-0 last:pb-0">
                  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
                    <div>
                      <h3 className="flex items-center gap-2 font-semibold">
                        <PlatformIcon path={icon} />
                        {name}
                      </h3>
                      <p className="text-muted text-sm">
                        {here?.configured ? here.standIn && words.standIn : words.missing}
                      </p>
                    </div>
                    {here?.configured && of.length === 0 && (
                      <Connect kind={kind} label={words.connect(name)} />
                    )}
                  </div>
                  {of.length === 0 && <p className="text-sm">{words.none}</p>}
                  {of.map(channel => (
                    <OneChannel key={channel.id} channel={channel} />
                  ))}
                </li>
              )
            })}
          </ul>
        </Section>
      )}
    </Loaded>
  )
}

function OneChannel({ channel }: { channel: Channel }) {
  const disconnect = useAction({
    mutationFn: () => call('disconnectChannel', { params: { id: channel.id } }),
    done: words.disconnected(channel.name),
    failed: changeFailed,
    refresh: [api.channels],
  })
  const settings = useAction({
    mutationFn: (body: z.infer<typeof channelSettingsBody>) =>
      call('channelSettings', { params: { id: channel.id }, body }),
    done: words.saved,
    failed: changeFailed,
    refresh: [api.channels],
  })
  const [open, setOpen] = useState(false)
  const { status, privacyOptions, defaultPrivacy } = channel
  const { name: platformName, privacyLabels } = channelFactsOf(channel.kind)
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="break-words font-medium">{channel.name}</p>
          {channel.reconnectBy && status !== 'reconnect' && (
            <p className="numeric text-muted text-sm">{words.until(formatDate(channel.reconnectBy))}</p>
          )}
        </div>
        <Badge tone={tones[status]}>{words.statuses[status]}</Badge>
        <Connect kind={channel.kind} label={words.reconnect(platformName)} />
        <Button variant="quiet" size="sm" busy={disconnect.isPending} onClick={() => disconnect.mutate()}>
          {words.disconnect}
        </Button>
      </div>
      {privacyOptions.length > 0 && (
        <div className="flex max-w-md flex-wrap items-end gap-3">
          <div className="w-72">
            <Select
              label={words.privacy}
              value={(settings.isPending && settings.variables.defaultPrivacy) || (defaultPrivacy ?? '')}
              onChange={event => settings.mutate({ defaultPrivacy: event.target.value })}
              options={[
                ...(defaultPrivacy ? [] : [{ value: '', label: words.choose }]),
                ...privacyOptions.map(value => ({ value, label: privacyLabels[value] ?? value })),
              ]}
            />
          </div>
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            {texts.channels.defaults}
          </Button>
          <Suspense>{open && <DefaultsDialog channel={channel} onClose={() => setOpen(false)} />}</Suspense>
        </div>
      )}
    </div>
  )
}
