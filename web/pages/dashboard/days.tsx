import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api, coverAddress, videoPage } from '#contract/paths.ts'
import type { RideDays } from '#contract/ride-days.ts'
import { texts as pageTexts } from '#texts/pages/dashboard.ts'
import { Thumbnail } from '../../entities/video/thumbnail.tsx'
import { FigureList, writtenFigure, writtenFigures } from '../../features/sharing/figures.tsx'
import { call } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { viewerUnits } from '../../lib/units.ts'
import { Badge } from '../../ui/badge.tsx'
import { Section } from '../../ui/card.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { NextPage } from '../../ui/paged-list.tsx'

const { days: texts } = pageTexts
type Day = RideDays['days'][number]

const daysQuery = (analyzed: number) =>
  infiniteQueryOptions({
    queryKey: [api.rideDays, analyzed] as const,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      call('rideDays', { query: { before: pageParam ?? undefined }, signal }),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    ...fresh,
  })

/**
 * The rider's days, each with its clips as one ride; nothing while they load, because there may be none.
 * @param analyzed how many videos are: another number has other days
 */
export default function Days({ analyzed }: { analyzed: number }) {
  const query = useInfiniteQuery(daysQuery(analyzed))
  return (
    <Loaded
      query={query}
      skeleton={null}
      failed={texts.failed}
      empty={null}
      isEmpty={({ pages }) => pages[0]?.days.length === 0}
    >
      {({ pages }) => (
        <Section id="days" title={texts.title}>
          <Records records={pages[0]?.records ?? []} />
          <ul className="divide-y divide-line">
            {pages
              .flatMap(({ days }) => days)
              .map(day => (
                <DayRow key={day.day} shown={day} />
              ))}
          </ul>
          <NextPage query={query} label={texts.more} />
        </Section>
      )}
    </Loaded>
  )
}

/** Written in the viewer's units. @param value SI units */
function written(kind: keyof Day['totals'], value: number): string {
  const units = viewerUnits()
  if (kind !== 'climbed') return writtenFigure(kind, value, units)
  return `${formatNumber(value * units.height.factor)} ${units.height.name}`
}

const Records = ({ records }: Pick<RideDays, 'records'>) =>
  records.length > 0 && (
    <div className="border-line border-b pb-5">
      <h3 className="font-semibold text-lg leading-snug">{texts.recordsTitle}</h3>
      <FigureList
        className="mt-3"
        items={records.map(({ kind, value, day }) => ({
          label: texts.recordOn({ record: texts.records[kind], day: formatDay(day) }),
          value: written(kind, value),
        }))}
      />
    </div>
  )

function DayRow({ shown: { day, videos, totals, records } }: { shown: Day }) {
  const items = writtenFigures(totals, ['distance', 'topSpeed', 'moving', 'airtime'])
  if (totals.climbed !== null) items.push({ label: texts.climbed, value: written('climbed', totals.climbed) })
  return (
    <li className="py-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="font-semibold text-lg leading-snug">{formatDay(day)}</h3>
        <p className="text-muted text-sm">{texts.clips({ count: videos.length })}</p>
        {records.map(kind => (
          <Badge key={kind} tone="green">
            {texts.badges[kind]}
          </Badge>
        ))}
      </div>
      {items.length > 0 && <FigureList items={items} className="mt-3" />}
      <ul className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4 lg:grid-cols-2">
        {videos.map(({ id, title, streamId, duration }) => (
          <li key={id} className="min-w-0">
            <Link href={videoPage(id)} className="group block rounded-sm">
              <Thumbnail
                video={{ duration, thumbnailUrl: streamId && coverAddress(streamId, 360) }}
                className="w-full"
              />
              <span className="mt-1.5 block truncate font-semibold text-sm group-hover:underline">
                {title}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </li>
  )
}
