import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { api } from '#contract/paths.ts'
import { type Platform, platformNames, platforms } from '#contract/publishing/constants.ts'
import type { PostFigures } from '#contract/publishing/figures.ts'
import { texts } from '#texts/features/publishing.ts'
import { texts as pageTexts } from '#texts/pages/publishing.ts'
import { postsQuery, type Series, seriesQuery } from '../../features/publishing/calls.ts'
import { gainsOf, percent } from '../../features/publishing/rules.ts'
import { axisEnd } from '../../lib/axis.ts'
import { formatDay, formatMoney, formatNumber, formatViews } from '../../lib/format.ts'
import { BarFrame, barHeight, barSize, barSlot } from '../../ui/bar-frame.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Select } from '../../ui/inputs/field.tsx'
import { Segments } from '../../ui/inputs/segments.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatDays } from './calendar-format.ts'

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

/** Counts are whole: so is the one in the middle of their axis. */
const countsEnd = (largest: number) => 2 * Math.ceil(axisEnd(largest) / 2)

/** Bars of a period over those of the one before, which are wider and pale. A table has every figure. */
function Chart({ series, days: length }: { series: Series; days: number }) {
  const both = gainsOf(series, new Date(), 2 * length)
  const [before, days] = [both.slice(0, length), both.slice(length)]
  const end = countsEnd(Math.max(0, ...both.map(day => day.views)))
  const [total, earlier] = [sumOf(days), sumOf(before)]
  const change = earlier > 0 ? ((total - earlier) / earlier) * 100 : null
  const [pointed, setPointed] = useState<number | null>(null)
  const shown = platforms.filter(one => both.some(day => day.perPlatform[one] > 0))
  if (shown.length === 0) return <Nothing>{words.none}</Nothing>
  return (
    <>
      <figure>
        <figcaption className="mb-5 grid grid-cols-2 gap-x-6 sm:max-w-lg">
          <Total color="bg-pine" name={words.lastDays({ days: length })} days={days} pointed={pointed}>
            {change !== null && `${change > 0 ? '+' : ''}${percent(change)}`}
          </Total>
          <Total
            color="bg-ink/30"
            name={words.daysBefore({ days: length })}
            days={before}
            pointed={pointed}
          />
        </figcaption>
        <BarFrame
          slots={length}
          end={end}
          format={formatNumber}
          label={words.summary({ total, days: length })}
          times={[days[0], days[Math.floor(length / 2)], days.at(-1)].map(one => one && formatDay(one.day))}
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
                  className="fill-ink/30"
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
                {shown.map(one => (
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
                  {shown.map(one => (
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

/** The views of a period with their color and dates, or of the day that is pointed at. */
function Total({
  color,
  name,
  days,
  pointed,
  children,
}: {
  color: string
  name: string
  days: readonly { day: string; views: number }[]
  pointed: number | null
  children?: ReactNode
}) {
  const at = pointed === null ? undefined : days[pointed]
  return (
    <div>
      <p className="flex items-center gap-1.5 font-semibold text-sm">
        <span aria-hidden="true" className={`size-3 rounded-[3px] ${color}`} />
        {name}
      </p>
      <p className="figure text-[2rem] leading-tight">
        {formatViews(at?.views ?? sumOf(days))}
        {!at && children && (
          <span className="ml-2 font-sans font-semibold text-muted text-sm">{children}</span>
        )}
      </p>
      <p className="numeric text-muted text-xs">
        {at ? formatDay(at.day) : formatDays(days[0]?.day ?? '', days.at(-1)?.day ?? '')}
      </p>
    </div>
  )
}

/** Why there is nothing to show, and what to do. */
const Nothing = ({ children }: { children: string }) => (
  <p>
    {children}{' '}
    <Link
      href="/publishing?tab=analytics&schedule=1"
      className="rounded-sm font-semibold text-accent underline-offset-2 hover:underline"
    >
      {texts.schedule}
    </Link>
  </p>
)

/** The columns of a post: their names, and how they are written. */
const figures: readonly [name: string, of: (post: PostFigures) => string][] = [
  [columns.views, ({ views }) => formatNumber(views)],
  [words.before, ({ viewsBefore }) => formatNumber(viewsBefore)],
  [columns.likes, ({ likes }) => formatNumber(likes)],
  [columns.engagement, ({ engagement }) => percent(engagement)],
  [words.watched, ({ watchThrough }) => (watchThrough === null ? '—' : percent(watchThrough))],
  [words.earned, ({ earned }) => formatMoney(earned)],
]

/** Each post's gains in the period, and what it earned its rider: on a phone below its title, else in columns. */
function Posts({ posts }: { posts: readonly PostFigures[] }) {
  if (posts.length === 0) return <Nothing>{words.postsNone}</Nothing>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys too
    <section aria-label={words.postsTable} tabIndex={0} className="overflow-x-auto">
      <table className="w-full text-sm max-sm:block sm:min-w-152">
        <thead className="max-sm:sr-only">
          <tr className="text-left text-muted">
            <th scope="col" className="py-1.5 font-medium">
              {columns.title}
            </th>
            {figures.map(([name]) => (
              <th key={name} scope="col" className="py-1.5 pl-3 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-sm:block sm:border-line sm:border-t">
          {posts.map(post => (
            <tr
              key={post.publicationId}
              className="max-sm:grid max-sm:grid-cols-3 max-sm:gap-x-4 max-sm:gap-y-2 max-sm:py-3"
            >
              <th scope="row" className="text-left font-normal max-sm:col-span-3 sm:py-2">
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
              {figures.map(([name, of]) => (
                <td key={name} className="numeric sm:py-2 sm:pl-3 sm:text-right sm:align-top">
                  <span aria-hidden="true" className="block text-muted text-xs sm:hidden">
                    {name}
                  </span>
                  {of(post)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-muted text-xs">{words.watchedNote}</p>
    </section>
  )
}
