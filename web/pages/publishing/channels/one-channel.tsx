import { Suspense, useState } from 'react'
import type { z } from 'zod'
import { type UnitSystem, unitSystems } from '#contract/gauges/units.ts'
import { api } from '#contract/paths.ts'
import { channelNames } from '#contract/publishing/constants.ts'
import type { Channel, channelSettingsBody } from '#contract/publishing/publications.ts'
import { texts as channelTexts } from '#texts/features/publishing/channel.ts'
import { texts } from '#texts/features/publishing.ts'
import { audienceOf } from '../../../features/publishing/audiences.ts'
import { call } from '../../../lib/calls/call.ts'
import { useAction } from '../../../lib/calls/use-action.ts'
import { formatDate } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session/use-session.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/inputs/field.tsx'
import { dialogPart } from '../../../ui/part/part.tsx'
import { Connect, changeFailed } from './connect.tsx'

const { channels: words } = texts
const { units: unitWords, disconnect: disconnectWords } = channelTexts

const DefaultsDialog = dialogPart(() => import('./defaults-dialog.tsx'))
const DisconnectDialog = dialogPart(() => import('./disconnect-dialog.tsx'))

const tones: Record<Channel['status'], Tone> = {
  connected: 'green',
  expiring: 'orange',
  reconnect: 'danger',
  disconnected: 'gray',
}

/**
 * One connected account: its name, its state and its actions. A disconnected one stays in the list while publications
 * wait for it. @param alone whether it is the platform's only one, which is then always the default
 */
export function OneChannel({ channel, alone }: { channel: Channel; alone: boolean }) {
  const { name, status, isDefault } = channel
  const gone = status === 'disconnected'
  const admin = useUser().role === 'admin'
  return (
    <section aria-label={name} className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <div className="flex min-w-0 flex-1 basis-56 items-center gap-3">
          <span
            aria-hidden="true"
            className="grid size-10 shrink-0 place-items-center rounded-full bg-ink/8 font-semibold uppercase"
          >
            {[...name][0]}
          </span>
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
              <span className="min-w-0 break-words">{name}</span>
              {isDefault && !alone && <Badge tone="blue">{channelTexts.isDefault}</Badge>}
            </p>
            <Facts channel={channel} />
          </div>
        </div>
        <Badge tone={tones[status]}>{words.statuses[status]}</Badge>
        <div className="flex flex-wrap items-center gap-2">
          {admin && !isDefault && !gone && <MakeDefault channel={channel} />}
          <Connect
            kind={channel.kind}
            channelId={channel.id}
            label={alone ? words.reconnect({ name: channelNames[channel.kind] }) : channelTexts.reconnect}
          />
          {!gone && <Disconnect channel={channel} />}
        </div>
      </div>
      {!gone && (
        <div className="flex flex-wrap items-end gap-3 sm:pl-13">
          <ChannelUnits channel={channel} />
          {channel.privacyOptions.length > 0 && <Audience channel={channel} />}
        </div>
      )}
    </section>
  )
}

function Facts({ channel: { handle, waiting, reconnectBy, status } }: { channel: Channel }) {
  const facts = [
    handle,
    waiting > 0 &&
      (status === 'disconnected'
        ? channelTexts.held({ count: waiting })
        : channelTexts.waiting({ count: waiting })),
    reconnectBy &&
      status !== 'reconnect' &&
      status !== 'disconnected' &&
      words.until({ date: formatDate(reconnectBy) }),
  ].filter(Boolean)
  return facts.length > 0 && <p className="numeric break-words text-muted text-sm">{facts.join(' · ')}</p>
}

function MakeDefault({ channel: { id, name } }: { channel: Channel }) {
  const makeDefault = useAction({
    mutationFn: () => call('makeDefaultChannel', { params: { id } }),
    done: { ...channelTexts.madeDefault, description: name },
    failed: changeFailed,
    refresh: [api.channels],
  })
  return (
    <Button
      variant="outline"
      size="sm"
      aria-label={channelTexts.makeDefaultOf({ name })}
      busy={makeDefault.isPending}
      onClick={() => makeDefault.mutate()}
    >
      {channelTexts.makeDefault}
    </Button>
  )
}

/** Who sees the account's posts by default, and the rest of its defaults. */
function Audience({ channel }: { channel: Channel }) {
  const settings = useAction({
    mutationFn: (body: z.infer<typeof channelSettingsBody>) =>
      call('channelSettings', { params: { id: channel.id }, body }),
    done: words.saved,
    failed: changeFailed,
    refresh: [api.channels],
  })
  const [open, setOpen] = useState(false)
  const { privacyOptions, defaultPrivacy } = channel
  return (
    <>
      <div className="w-72 max-w-full">
        <Select
          label={words.privacy}
          value={(settings.isPending && settings.variables.defaultPrivacy) || (defaultPrivacy ?? '')}
          onChange={event => settings.mutate({ defaultPrivacy: event.target.value })}
          options={[
            ...(defaultPrivacy ? [] : [{ value: '', label: words.choose }]),
            ...privacyOptions.map(value => ({ value, label: audienceOf(channel.kind, value) })),
          ]}
        />
      </div>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        {words.defaults}
      </Button>
      <Suspense>{open && <DefaultsDialog channel={channel} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

const unitOptions = unitSystems.map(value => ({ value, label: unitWords.systems[value] }))

/** The units of the titles and descriptions that we write for a channel. */
function ChannelUnits({ channel: { id, units } }: { channel: Channel }) {
  const save = useAction({
    mutationFn: (chosen: UnitSystem) => call('channelSettings', { params: { id }, body: { units: chosen } }),
    done: texts.channels.saved,
    failed: changeFailed,
    refresh: [api.channels],
  })
  return (
    <div className="w-72 max-w-full">
      <Select
        label={unitWords.label}
        value={save.isPending ? save.variables : units}
        disabled={save.isPending}
        onChange={event => save.mutate(event.target.value as UnitSystem)}
        options={unitOptions}
      />
    </div>
  )
}

/** Disconnects a channel after a confirmation. */
function Disconnect({ channel }: { channel: Channel }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-label={disconnectWords.of({ name: channel.name })}
        onClick={() => setAsking(true)}
      >
        {disconnectWords.yes}
      </Button>
      <Suspense>{asking && <DisconnectDialog channel={channel} onClose={() => setAsking(false)} />}</Suspense>
    </>
  )
}
