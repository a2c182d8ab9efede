import { useQuery } from '@tanstack/react-query'
import { channelFacts, platformNames } from '#contract/publishing/constants.ts'
import type { PublishingInsights } from '#contract/publishing/figures.ts'
import { texts as channelTexts } from '#texts/features/publishing/channel.ts'
import { texts } from '#texts/features/publishing.ts'
import { channelsQuery, insightsQuery } from '../../features/publishing/calls.ts'
import { percent } from '../../features/publishing/rules.ts'
import { channelsOf } from '../../features/publishing/use-post-channel.ts'
import { formatNumber, formatViews } from '../../lib/format.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Section } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PlatformIcon } from '../../ui/platform-icon.tsx'
import { Skeleton, Waiting } from '../../ui/skeleton.tsx'
import { StatStrip } from '../../ui/stat-strip.tsx'
import { Connect } from './channels/connect.tsx'
import { OneChannel } from './channels/one-channel.tsx'

const { insights: words, channels: channelWords } = texts

/** Publishing figures, and the channels. */
export const OverviewTab = () => (
  <div className="space-y-4">
    <Insights />
    <Channels />
  </div>
)

function Insights() {
  return (
    <Loaded
      query={useQuery(insightsQuery)}
      skeleton={<Waiting label={texts.loading} rows={['h-28']} />}
      failed={words.failed}
    >
      {({ totalPublications, successRate, avgEngagement, topPerformingPlatform, perPlatform }) => (
        <>
          <StatStrip
            stats={[
              { label: words.total, value: formatNumber(totalPublications) },
              { label: words.rate, value: percent(successRate) },
              { label: words.engagement, value: percent(avgEngagement) },
              {
                label: words.top,
                value: topPerformingPlatform ? platformNames[topPerformingPlatform] : words.none,
              },
            ]}
          />
          {totalPublications > 0 && <PerPlatform rows={perPlatform} />}
        </>
      )}
    </Loaded>
  )
}

const PerPlatform = ({ rows }: { rows: PublishingInsights['perPlatform'] }) => (
  <Section id="per-platform" title={words.perPlatform}>
    <ul className="divide-y divide-line">
      {rows.map(row => (
        <li
          key={row.platform}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2.5 first:pt-0 last:pb-0"
        >
          <span className="font-semibold">{platformNames[row.platform]}</span>
          <span className="numeric text-muted text-sm">
            {[
              words.published({ count: row.publications }),
              formatViews(row.views),
              words.likes({ text: formatNumber(row.likes) }),
              words.engaged({ text: percent(row.engagement) }),
            ].join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  </Section>
)

/** The accounts that posts go to: connected on the platform's page, managed here. */
function Channels() {
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
