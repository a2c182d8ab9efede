import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Platform, platformNames, platforms } from '#contract/publishing/constants.ts'
import { texts } from '#texts/pages/publishing.ts'
import { optimalTimesQuery } from '../../features/publishing/calls.ts'
import { firstWeekday, weekOf } from '../../features/publishing/weeks.ts'
import { visit } from '../../lib/visit.ts'
import { Select } from '../../ui/inputs/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatHour, formatLongWeekday, formatWeekday } from './calendar-format.ts'

const { hours: words } = texts
/** Any week: its days stand for the weekdays. */
const someDay = '2026-01-15'
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const oneDecimal = { maximumFractionDigits: 1, minimumFractionDigits: 1 }

/** How good each hour of the week is for posting on a platform, and how many posts that is based on. */
export default function BestHours() {
  const [platform, setPlatform] = useState(platforms[0])
  return (
    <div className="space-y-4">
      <div className="w-56">
        <Select
          label={words.platform}
          value={platform}
          onChange={({ target: { value } }) => setPlatform(platforms.find(one => one === value) ?? platform)}
          options={platforms.map(value => ({ value, label: platformNames[value] }))}
        />
      </div>
      <Loaded
        query={useQuery(optimalTimesQuery())}
        skeleton={<Skeleton className="h-64" />}
        failed={words.failed}
      >
        {all => {
          const of = all.find(one => one.platform === platform)
          return of && <HeatMap {...of} />
        }}
      </Loaded>
    </div>
  )
}

interface HeatMapProps {
  platform: Platform
  learnedFrom: number
  slots: readonly { weekday: number; hour: number; weight: number }[]
}

function HeatMap({ platform, learnedFrom, slots }: HeatMapProps) {
  const { locale } = visit()
  const times = new Intl.NumberFormat(locale, oneDecimal)
  const weights = slots.map(slot => slot.weight)
  const [least, most] = [Math.min(...weights), Math.max(...weights)]
  const shade = (weight: number) => (most > least ? (weight - least) / (most - least) : 0)
  return (
    <section aria-labelledby="best-hours" className="rounded-xl border border-line bg-surface p-4 sm:p-5">
      <h3 id="best-hours" className="heading text-[1.375rem]">
        {words.title({ platform: platformNames[platform] })}
      </h3>
      <p className="mt-1 mb-4 text-muted text-sm">{words.sample({ posts: learnedFrom })}</p>
      <table className="w-full table-fixed border-separate border-spacing-px">
        <caption className="sr-only">{words.caption}</caption>
        <thead>
          <tr>
            <td className="w-9 sm:w-12" />
            {hours.map(hour => (
              <th key={hour} scope="col" className="p-0 text-left font-normal text-muted text-xs">
                {/* Every sixth has room for its name. */}
                <span className={hour % 6 === 0 ? 'block w-0 whitespace-nowrap' : 'sr-only'}>
                  {formatHour(hour)}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekOf(someDay, firstWeekday(locale)).map(({ date }) => {
            const weekday = new Date(`${date}T12:00`).getDay()
            return (
              <tr key={date}>
                <th scope="row" className="text-left font-normal text-muted text-xs">
                  {formatWeekday(date)}
                </th>
                {hours.map(hour => {
                  const weight = slots.find(one => one.weekday === weekday && one.hour === hour)?.weight ?? 0
                  const weighs = times.format(weight)
                  return (
                    <td
                      key={hour}
                      title={words.cell({
                        weekday: formatLongWeekday(date),
                        hour: formatHour(hour),
                        times: weighs,
                      })}
                      className="h-7 rounded-[3px] bg-sunken p-0"
                    >
                      <span
                        aria-hidden="true"
                        className="block size-full rounded-[3px] bg-pine"
                        style={{ opacity: shade(weight) }}
                      />
                      <span className="sr-only">{weighs}</span>
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
      <p className="mt-3 flex flex-wrap items-center gap-2 text-muted text-xs">
        {words.scale({ times: times.format(least) })}
        <span
          aria-hidden="true"
          className="h-3 w-24 rounded-[3px] bg-sunken bg-linear-to-r from-pine/0 to-pine"
        />
        {words.scale({ times: times.format(most) })}
      </p>
    </section>
  )
}
