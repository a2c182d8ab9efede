import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link, useRoute } from 'wouter'
import { api, coverAddress, videoPage } from '#contract/paths.ts'
import type { PublicRider } from '#contract/sharing/rider-page.ts'
import { texts as rideTexts } from '#texts/features/sharing/ride.ts'
import { texts } from '#texts/pages/rider.ts'
import { FigureList, writtenFigure, writtenFigures } from '../../features/sharing/figures.tsx'
import { ApiError } from '../../lib/calls/api.ts'
import { reading } from '../../lib/calls/call.ts'
import { formatDay, formatLength, formatNumber } from '../../lib/format.ts'
import { viewerUnits } from '../../lib/units.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Contours } from '../../ui/contours/contours.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { dialogPart } from '../../ui/part/part.tsx'
import { FullSpinner } from '../../ui/spinner.tsx'

const FollowDialog = dialogPart(() => import('../../features/sharing/follow-dialog.tsx'))

/** A rider's public page: the rides that are published, with their totals and records. Needs no sign-in. */
export default function RiderPage() {
  const [, params] = useRoute('/r/:riderName')
  const riderName = params?.riderName ?? ''
  const { data, error, refetch } = useQuery({
    ...reading('publicRider', { params: { riderName } }),
    gcTime: 0,
  })
  if (error instanceof ApiError && [404, 422].includes(error.status)) return <Gone />
  if (error) return <ErrorState title={texts.failed} error={error} onRetry={() => void refetch()} />
  return data ? <Rider shown={data} /> : <FullSpinner label={texts.loading} />
}

const Gone = () => (
  <div className="relative isolate grid min-h-[60svh] place-items-center overflow-hidden px-5 py-20 text-center">
    <Contours seed={29} className="mask-b-from-40% -z-10" />
    <div className="max-w-lg">
      <PageTitle title={texts.gone.title} className="text-[2.75rem] sm:text-[3.75rem]" />
      <p className="mt-3 text-muted">{texts.gone.text}</p>
      <Link href="/" className={buttonClass('primary', 'md', 'mt-7')}>
        {texts.gone.home}
      </Link>
    </div>
  </div>
)

function Rider({ shown }: { shown: PublicRider }) {
  const { name, rider, rides, records } = shown
  return (
    <div className="relative isolate">
      <Contours seed={29} rows={16} className="mask-b-from-40% -z-10 h-60" />
      <div className="page py-7 sm:py-10">
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <div className="min-w-0">
            <PageTitle title={rider || name} className="break-words text-[2.75rem] sm:text-[3.5rem]" />
            {rider && <p className="mt-1 break-words text-muted">{api.riderPage(name)}</p>}
          </div>
          <Follow name={name} rider={rider || name} />
        </div>
        <Totals shown={shown} />
        {records.length > 0 && <Records records={records} />}
        {rides.length > 0 ? (
          <Rides rides={rides} />
        ) : (
          <div className="mt-7">
            <EmptyState heading="h2" title={texts.none.title}>
              {texts.none.text}
            </EmptyState>
          </div>
        )}
      </div>
    </div>
  )
}

/** The ways to hear of a rider's next ride. */
function Follow({ name, rider }: { name: string; rider: string }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button onClick={() => setOpen(true)}>{texts.follow}</Button>
      <a href={api.riderFeed(name)} className={buttonClass('outline')}>
        {texts.feed}
      </a>
      {open && (
        <Suspense>
          <FollowDialog riderName={name} rider={rider} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function Totals({ shown: { rides, totals } }: { shown: PublicRider }) {
  return (
    <FigureList
      even
      className="mt-6"
      items={[
        { label: texts.rides, value: formatNumber(rides.length) },
        ...writtenFigures(totals, ['distance', 'moving']),
        { label: rideTexts.highlights, value: formatNumber(totals.highlights) },
      ]}
    />
  )
}

/** What the rider's best rides are best at, each with the way there. */
function Records({ records }: Pick<PublicRider, 'records'>) {
  const units = viewerUnits()
  return (
    <div className="mt-7">
      <Section id="records" title={texts.records}>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
          {records.map(({ kind, value, videoId, title }) => (
            <div key={kind} className="flex min-w-0 flex-col">
              <dt className="order-1 text-muted text-sm">{texts.kinds[kind]}</dt>
              <dd className="figure text-[2rem] leading-tight">{writtenFigure(kind, value, units)}</dd>
              <dd className="order-2 min-w-0">
                <Link
                  href={videoPage(videoId)}
                  className="block truncate font-semibold text-accent text-sm hover:underline"
                >
                  {title}
                </Link>
              </dd>
            </div>
          ))}
        </dl>
      </Section>
    </div>
  )
}

/** Pictures that are on the screen at once, on a phone: those below load when they come near. */
const early = 2

const Rides = ({ rides }: Pick<PublicRider, 'rides'>) => (
  <section aria-labelledby="rides" className="mt-8">
    <h2 id="rides" className="heading text-[1.625rem]">
      {texts.rides}
    </h2>
    <ul className="mt-4 grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
      {rides.map(({ id, streamId, title, duration, publishedAt, moment }, index) => (
        <li key={id} className="min-w-0">
          <Link href={videoPage(id)} className="group block">
            <span className="relative block aspect-video overflow-hidden rounded-lg bg-night">
              <img
                src={coverAddress(streamId, 360)}
                alt=""
                loading={index < early ? 'eager' : 'lazy'}
                fetchPriority={index === 0 ? 'high' : 'auto'}
                className="size-full object-contain"
              />
              <span className="numeric absolute right-2 bottom-2 rounded-sm bg-night/82 px-1.5 font-semibold text-snow text-xs leading-5">
                {formatLength(duration)}
              </span>
            </span>
            <span className="mt-2.5 block break-words font-semibold group-hover:underline">{title}</span>
          </Link>
          {moment && <p className="mt-0.5 text-pretty text-sm">{moment}</p>}
          {publishedAt && <p className="mt-0.5 text-muted text-sm">{formatDay(publishedAt)}</p>}
        </li>
      ))}
    </ul>
  </section>
)
