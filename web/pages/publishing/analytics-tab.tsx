import { useQuery } from '@tanstack/react-query'
import {
  analyticsEntriesShown,
  type ChannelFacts,
  type ChannelKind,
  channelFacts,
  platformNames,
  platforms,
} from '#contract/publishing/constants.ts'
import type { PlatformAnalyticsEntry } from '#contract/publishing/figures.ts'
import { texts } from '#texts/features/publishing.ts'
import { analyticsQuery, type Series, seriesQuery } from '../../features/publishing/calls.ts'
import { gainsOf, percent } from '../../features/publishing/rules.ts'
import { formatDay, formatMoment, formatNumber } from '../../lib/format.ts'
import { Section } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { HeldCounts } from './held-counts.tsx'

const { analytics: words } = texts
const seriesDays = 30

/** Counts on hold, each platform's latest figures, and daily gains. Platforms are not combined into one measure. */
const AnalyticsTab = () => (
  <div className="space-y-4">
    <HeldCounts />
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {channelFacts.map(channel => (
        <Newest key={channel.kind} {...channel} />
      ))}
    </div>
    <Gains />
  </div>
)

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

function Gains() {
  return (
    <Section id="views-gained" title={words.gained}>
      <Loaded query={useQuery(seriesQuery)} skeleton={<Skeleton className="h-44" />} failed={words.failed}>
        {series => <Chart series={series} />}
      </Loaded>
    </Section>
  )
}

/** Bars without strokes or text: the drawing is stretched to the page. A table has every figure. */
function Chart({ series }: { series: Series }) {
  const days = gainsOf(series, new Date(), seriesDays)
  const most = Math.max(0, ...days.map(day => day.views))
  const total = days.reduce((sum, day) => sum + day.views, 0)
  if (most <= 0) return <p>{words.gainedNone}</p>
  const [first, last] = [days[0], days.at(-1)]
  return (
    <>
      <svg
        role="img"
        aria-label={words.summary({ total, days: days.length })}
        viewBox={`0 0 ${days.length * 10} 100`}
        preserveAspectRatio="none"
        className="h-40 w-full border-line border-b"
      >
        {days.map(({ day, views }, index) => {
          // Even the smallest gain is visible.
          const size = views > 0 ? Math.max(1, (views / most) * 100) : 0
          return (
            <rect
              key={day}
              x={index * 10 + 1.4}
              width={7.2}
              y={100 - size}
              height={size}
              className="fill-pine"
            >
              <title>{words.day1({ day: formatDay(day), views })}</title>
            </rect>
          )
        })}
      </svg>
      <p aria-hidden="true" className="numeric mt-2 flex justify-between text-muted text-xs">
        <span>{first && formatDay(first.day)}</span>
        <span>{last && formatDay(last.day)}</span>
      </p>
      <details className="mt-3">
        <summary className="w-fit cursor-pointer rounded-sm py-1 font-semibold text-accent text-sm">
          {words.table}
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too */}
        <section aria-label={words.table} tabIndex={0} className="mt-2 max-h-80 overflow-auto">
          <table className="w-full text-sm">
            <thead>
              <tr className="text-left text-muted">
                <th scope="col" className="py-1.5 font-medium">
                  {words.day}
                </th>
                {platforms.map(platform => (
                  <th key={platform} scope="col" className="py-1.5 pl-3 text-right font-medium">
                    {platformNames[platform]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-line border-t">
              {days.map(({ day, perPlatform }) => (
                <tr key={day}>
                  <th scope="row" className="whitespace-nowrap py-1.5 text-left font-normal">
                    {formatDay(day)}
                  </th>
                  {platforms.map(platform => (
                    <td key={platform} className="numeric py-1.5 pl-3 text-right">
                      {formatNumber(perPlatform[platform])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </>
  )
}

export default AnalyticsTab
