import { useQuery } from '@tanstack/react-query'
import { platformNames } from '#contract/publishing/constants.ts'
import type { PublishingInsights } from '#contract/publishing/figures.ts'
import { insightsQuery } from '../../features/publishing/calls.ts'
import { percent } from '../../features/publishing/rules.ts'
import { texts } from '../../features/publishing/texts.ts'
import { formatNumber, formatViews } from '../../lib/format.ts'
import { Section } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Waiting } from '../../ui/skeleton.tsx'
import { StatStrip } from '../../ui/stat-strip.tsx'
import { Channels } from './channels/channels.tsx'

const { insights: words } = texts

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
              words.published(row.publications),
              formatViews(row.views),
              words.likes(formatNumber(row.likes)),
              words.engaged(percent(row.engagement)),
            ].join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  </Section>
)
