import { useQuery } from '@tanstack/react-query'
import { channelFacts } from '#contract/publishing/constants.ts'
import { texts as channelTexts } from '#texts/features/publishing/channel.ts'
import { texts } from '#texts/features/publishing.ts'
import { channelsQuery } from '../../features/publishing/calls.ts'
import { channelsOf } from '../../features/publishing/use-post-channel.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Section } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PlatformIcon } from '../../ui/platform-icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Connect } from './channels/connect.tsx'
import { OneChannel } from './channels/one-channel.tsx'

const { channels: channelWords } = texts

/** The accounts that posts go to: connected on the platform's page, managed here. */
export default function ChannelsTab() {
  const admin = useUser().role === 'admin'
  return (
    <Loaded
      query={useQuery(channelsQuery)}
      skeleton={<Skeleton className="h-48" />}
      failed={channelWords.failed}
    >
      {({ channels, available }) => (
        <Section id="channels" title={channelWords.title}>
          {!admin && <p className="mb-4 text-muted text-sm">{channelTexts.adminOnly}</p>}
          <ul className="divide-y divide-line">
            {channelFacts.map(({ kind, name, icon }) => {
              const connected = channelsOf(channels, kind)
              const waitedFor = channels.filter(
                one => one.kind === kind && one.status === 'disconnected' && one.waiting > 0,
              )
              const here = available.find(one => one.kind === kind)
              const several = connected.length + waitedFor.length > 1
              return (
                <li key={kind} className="space-y-4 py-4 first:pt-0 last:pb-0">
                  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
                    <div>
                      <h3 className="flex items-center gap-2 font-semibold">
                        <PlatformIcon path={icon} />
                        {name}
                      </h3>
                      <p className="text-muted text-sm">
                        {here?.configured ? here.sandbox && channelWords.sandbox : channelWords.missing}
                      </p>
                      {several && <p className="text-muted text-sm">{channelTexts.defaultText}</p>}
                    </div>
                    {here?.configured && (
                      <Connect
                        kind={kind}
                        label={connected.length === 0 ? channelWords.connect({ name }) : channelTexts.another}
                        {...(connected.length === 0
                          ? {}
                          : { name: channelTexts.anotherFor({ platform: name }) })}
                      />
                    )}
                  </div>
                  {connected.length === 0 && <p className="text-sm">{channelWords.none}</p>}
                  <div className="space-y-6">
                    {[...connected, ...waitedFor].map(channel => (
                      <OneChannel key={channel.id} channel={channel} alone={!several} />
                    ))}
                  </div>
                </li>
              )
            })}
          </ul>
        </Section>
      )}
    </Loaded>
  )
}
