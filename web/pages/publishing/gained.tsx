import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/paths.ts'
import { type Platform, platformNames, platforms } from '#contract/publishing/constants.ts'
import type { PostFigures } from '#contract/publishing/figures.ts'
import { texts } from '#texts/features/publishing.ts'
import { texts as pageTexts } from '#texts/pages/publishing.ts'
import { postsQuery, type Series, seriesQuery } from '../../features/publishing/calls.ts'
import { gainsOf, percent } from '../../features/publishing/rules.ts'
import { axisEnd } from '../../lib/axis.ts'
import { formatDay, formatMoney, formatNumber } from '../../lib/format.ts'
import { BarFrame, barHeight, barSize, barSlot } from '../../ui/bar-frame.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Select } from '../../ui/inputs/field.tsx'
import { Segments } from '../../ui/inputs/segments.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const { gained: words } = pageTexts
const { columns, failed } = texts.analytics
const periods = ['7', '30', '90'] as const
type Period = (typeof periods)[number]

/** What posts gained in a period: by day next to the period before, and by post. */
export function Gained() {
  const [period, setPeriod] = useState<Period>('30')
  const days = Number(period)
  const [platform, setPlatform] = useState<Platform | ''>('')
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Segments
          label={words.period}
          value={period}
          onChange={setPeriod}
          options={periods.map(value => ({ value, label: words.lastDays({ days: Number(value) }) }))}
        />
        <div className="w-52">
          <Select
            label={words.platform}
            labelHidden
            className="h-9"
            value={platform}
            onChange={({ target: { value } }) => setPlatform(platforms.find(one => one === value) ?? '')}
            options={[
              { value: '', label: words.allPlatforms },
              ...platforms.map(value => ({ value, label: platformNames[value] })),
            ]}
          />
        </div>
      </div>
      <Section id="views-gained" title={words.title({ days })}>
        <Loaded query={useQuery(seriesQuery(days))} skeleton={<Skeleton className="h-44" />} failed={failed}>
          {series => (
            <Chart series={series.filter(one => !platform || one.platform === platform)} days={days} />
          )}
        </Loaded>
      </Section>
      <Section
        id="posts"
        title={words.posts}
        action={
          <ButtonLink size="sm" variant="outline" href={`${api.publishingPostsCsv}?days=${days}`} download>
            {words.csv}
          </ButtonLink>
        }
      >
        <Loaded query={useQuery(postsQuery(days))} skeleton={<Skeleton className="h-44" />} failed={failed}>
          {posts => <Posts posts={posts.filter(one => !platform || one.platform === platform)} />}
        </Loaded>
      </Section>
    </>
  )
}

const sumOf = (days: readonly { views: number }[]) => days.reduce((sum, day) => sum + day.views, 0)

/** Bars of a period over those of the one before, which are wider and pale. A table has every figure. */
function Chart({ series, days: length }: { series: Series; days: number }) {
  const both = gainsOf(series, new Date(), 2 * length)
  const [before, days] = [both.slice(0, length), both.slice(length)]
  const end = axisEnd(Math.max(0, ...both.map(day => day.views)))
  const [total, earlier] = [sumOf(days), sumOf(before)]
  const [pointed, setPointed] = useState<number | null>(null)
  const at = pointed === null ? undefined : days[pointed]
  const compared = words.compared({
    views: total,
    before: earlier,
    change: earlier > 0 ? percent(((total - earlier) / earlier) * 100) : 'none',
  })
  if (both.every(day => day.views <= 0)) return <p>{words.none}</p>
  return (
    <>
      <figure>
        <figcaption className="numeric mb-4 min-h-10 text-sm sm:min-h-5">
          {at
            ? words.dayAndBefore({
                day: formatDay(at.day),
                views: at.views,
                before: before[pointed ?? 0]?.views ?? 0,
              })
            : compared}
        </figcaption>
        <BarFrame
          slots={length}
          end={end}
          format={formatNumber}
          label={words.summary({ total, days: length })}
          ends={[days[0] && formatDay(days[0].day), days.at(-1) && formatDay(days.at(-1)?.day ?? '')]}
          onPoint={setPointed}
        >
          {days.map(({ day, views }, index) => {
            const [size, sizeBefore] = [barSize(views, end), barSize(before[index]?.views ?? 0, end)]
            return (
              <g key={day}>
                <rect
                  x={(index + 0.06) * barSlot}
                  width={barSlot * 0.88}
                  y={barHeight - sizeBefore}
                  height={sizeBefore}
                  className="fill-ink/15"
                />
                <rect
                  x={(index + 0.24) * barSlot}
                  width={barSlot * 0.52}
                  y={barHeight - size}
                  height={size}
                  className="fill-pine"
                />
              </g>
            )
          })}
        </BarFrame>
        <p aria-hidden="true" className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-muted text-xs">
          <Key color="bg-pine">{words.lastDays({ days: length })}</Key>
          <Key color="bg-ink/15">{words.daysBefore({ days: length })}</Key>
        </p>
      </figure>
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
                {platforms.map(one => (
                  <th key={one} scope="col" className="py-1.5 pl-3 text-right font-medium">
                    {platformNames[one]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-line border-t">
              {both.map(({ day, perPlatform }) => (
                <tr key={day}>
                  <th scope="row" className="whitespace-nowrap py-1.5 text-left font-normal">
                    {formatDay(day)}
                  </th>
                  {platforms.map(one => (
                    <td key={one} className="numeric py-1.5 pl-3 text-right">
                      {formatNumber(perPlatform[one])}
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

const Key = ({ color, children }: { color: string; children: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={`size-3 rounded-[3px] ${color}`} />
    {children}
  </span>
)

const numberCell = 'numeric py-2 pl-3 text-right align-top'

/** Each post's gains in the period, and what it earned its rider. */
function Posts({ posts }: { posts: readonly PostFigures[] }) {
  if (posts.length === 0) return <p>{words.postsNone}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
    <section aria-label={words.postsTable} tabIndex={0} className="overflow-x-auto">
      <table className="w-full min-w-152 text-sm">
        <thead>
          <tr className="text-left text-muted">
            <th scope="col" className="py-1.5 font-medium">
              {columns.title}
            </th>
            {[columns.views, words.before, columns.likes, columns.engagement, words.earned].map(name => (
              <th key={name} scope="col" className="py-1.5 pl-3 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-line border-t">
          {posts.map(post => (
            <tr key={post.publicationId}>
              <th scope="row" className="py-2 text-left font-normal">
                <span className="block break-words font-semibold">
                  {post.url ? (
                    <a
                      href={post.url}
                      target="_blank"
                      rel="noreferrer"
                      className="rounded-sm hover:text-accent"
                    >
                      {post.title}
                    </a>
                  ) : (
                    post.title
                  )}
                </span>
                <span className="text-muted">
                  {[platformNames[post.platform], formatDay(post.publishedAt)].join(' · ')}
                </span>
              </th>
              <td className={numberCell}>{formatNumber(post.views)}</td>
              <td className={numberCell}>{formatNumber(post.viewsBefore)}</td>
              <td className={numberCell}>{formatNumber(post.likes)}</td>
              <td className={numberCell}>{percent(post.engagement)}</td>
              <td className={numberCell}>{formatMoney(post.earned)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
