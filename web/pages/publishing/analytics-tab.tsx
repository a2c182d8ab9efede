import { useQuery } from '@tanstack/react-query'
import {
  analyticsEntriesShown,
  type ChannelFacts,
  type ChannelKind,
  channelFacts,
  platformNames,
} from '#contract/publishing/constants.ts'
import type { PlatformAnalyticsEntry } from '#contract/publishing/figures.ts'
import { texts } from '#texts/features/publishing.ts'
import { texts as pageTexts } from '#texts/pages/publishing.ts'
import { analyticsQuery, heldCountsQuery } from '../../features/publishing/calls.ts'
import { percent } from '../../features/publishing/rules.ts'
import { formatMoment, formatNumber } from '../../lib/format.ts'
import { Section } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Gained } from './gained.tsx'
import { HeldCounts } from './held-counts.tsx'

const { analytics: words } = texts
const { gained } = pageTexts

/** What posts gained over time, each platform's latest figures, and counts on hold: first if there is one to decide. */
export default function AnalyticsTab() {
  const { data: held = [] } = useQuery(heldCountsQuery)
  return (
    <div className="space-y-4">
      {held.length > 0 && <HeldCounts />}
      <Gained />
      <h2 className="heading pt-3 text-[1.375rem]">{gained.latest}</h2>
      <div className="grid items-start gap-4 lg:grid-cols-3">
        {channelFacts.map(channel => (
          <Newest key={channel.kind} {...channel} />
        ))}
      </div>
      {held.length === 0 && <HeldCounts />}
    </div>
  )
}

function Newest({ kind, name }: ChannelFacts<ChannelKind>) {
  const query = useQuery(analyticsQuery(kind))
  return (
    <Section id={`newest-${kind}`} title={name}>
      <Loaded
        query={query}
        skeleton={<Skeleton className="h-24" />}
        failed={words.failed}
        empty={
          <p className="text-[0.9375rem]">
            <span className="font-semibold">{words.empty}.</span> {words.emptyText}
          </p>
        }
      >
        {entries => (
          <ul className="divide-y divide-line">
            {entries.slice(0, analyticsEntriesShown).map(entry => (
              <Entry key={entry.publicationId} entry={entry} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

const Entry = ({ entry }: { entry: PlatformAnalyticsEntry }) => (
  <li className="py-3 first:pt-0 last:pb-0">
    <p className="break-words font-semibold">
      {entry.url ? (
        <a href={entry.url} target="_blank" rel="noreferrer" className="rounded-sm hover:text-accent">
          {entry.title}
        </a>
      ) : (
        entry.title
      )}
    </p>
    <dl className="mt-1.5 grid grid-cols-3 gap-x-4">
      {[
        [words.columns.views, formatNumber(entry.views)],
        [words.columns.likes, formatNumber(entry.likes)],
        [words.columns.engagement, percent(entry.engagement)],
      ].map(([name, value]) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-muted text-xs">{name}</dt>
          <dd className="figure text-[1.5rem] leading-tight">{value}</dd>
        </div>
      ))}
    </dl>
    <p className="numeric mt-1 text-muted text-xs">
      {platformNames[entry.platform]} · {words.columns.fetched} {formatMoment(entry.fetchedAt)}
    </p>
  </li>
)
