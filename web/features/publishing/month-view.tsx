import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { CalendarEntry } from '#contract/publishing.ts'
import { cx } from '../../lib/cx.ts'
import { formatDay, formatMonth } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { CalendarEntryRow } from './calendar-entry.tsx'
import { calendarQuery } from './calls.ts'
import { byDay, localOf, type MonthDay, spanOf, weeksOf } from './rules.ts'
import { texts } from './texts.ts'

const { calendar: words } = texts
const shownInCell = 3

/** A month of publications. A day is opened for its entries, where one that has not begun is given another time. */
export function MonthView() {
  const [first, setFirst] = useState(() => new Date(new Date().getFullYear(), new Date().getMonth(), 1))
  const [day, setDay] = useState(() => localOf(new Date().toISOString()).date)
  const weeks = useMemo(() => weeksOf(first.getFullYear(), first.getMonth()), [first])
  const { data, error, refetch } = useQuery(calendarQuery(spanOf(weeks)))
  const entries = byDay(data ?? [])
  const turn = (months: number) => setFirst(new Date(first.getFullYear(), first.getMonth() + months, 1))
  if (error && !data) return <ErrorState title={words.failed} error={error} onRetry={() => void refetch()} />
  const opened = entries.get(day) ?? []
  const title = formatMonth(localOf(first.toISOString()).date.slice(0, 7))
  return (
    <div className="space-y-4" aria-busy={!data}>
      <div className="flex items-center gap-2">
        <Button variant="quiet" size="icon" aria-label={words.previous} onClick={() => turn(-1)}>
          <ChevronLeft aria-hidden="true" className="size-5" />
        </Button>
        <h3 aria-live="polite" className="heading min-w-44 text-center text-[1.375rem]">
          {title}
        </h3>
        <Button variant="quiet" size="icon" aria-label={words.next} onClick={() => turn(1)}>
          <ChevronRight aria-hidden="true" className="size-5" />
        </Button>
      </div>
      <table className="w-full table-fixed border-collapse overflow-hidden rounded-xl border border-line bg-surface">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {words.weekdays.map(name => (
              <th key={name} scope="col" className="py-2 font-medium text-muted text-xs">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(week => (
            <tr key={week[0]?.date}>
              {week.map(one => (
                <DayCell
                  key={one.date}
                  day={one}
                  open={one.date === day}
                  entries={entries.get(one.date) ?? []}
                  onOpen={() => setDay(one.date)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-muted text-sm">{words.hint}</p>
      <section aria-labelledby="opened-day">
        <h3 id="opened-day" className="heading mb-2.5 text-[1.25rem]">
          {formatDay(day)}
        </h3>
        {opened.length === 0 ? (
          <p className="text-muted text-sm">{words.nothing}</p>
        ) : (
          <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
            {opened.map(entry => (
              <CalendarEntryRow key={entry.id} entry={entry} />
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

function DayCell({
  day,
  open,
  entries,
  onOpen,
}: {
  day: MonthDay
  open: boolean
  entries: readonly CalendarEntry[]
  onOpen: () => void
}) {
  return (
    <td className={cx('h-14 border border-line p-0 align-top md:h-28', open && 'bg-accent-tint')}>
      <button
        type="button"
        aria-pressed={open}
        aria-label={words.day(formatDay(day.date), entries.length)}
        onClick={onOpen}
        className={cx(
          'numeric flex w-full items-center justify-between rounded-sm px-1.5 py-1 text-sm -outline-offset-2 hover:bg-ink/7 max-md:h-full max-md:flex-col',
          day.inMonth ? 'font-semibold' : 'text-muted',
        )}
      >
        {Number(day.date.slice(8))}
        {entries.length > 0 && (
          <span className="rounded-full bg-pine px-1.5 text-on-pine text-xs md:hidden">{entries.length}</span>
        )}
      </button>
      {/* The same stands under the open day. */}
      <ul aria-hidden="true" className="hidden space-y-0.5 px-1 pb-1 md:block">
        {entries.slice(0, shownInCell).map(entry => (
          <li key={entry.id} className="numeric truncate rounded-sm bg-ink/7 px-1.5 py-0.5 text-xs">
            {localOf(entry.date).time} {entry.title}
          </li>
        ))}
        {entries.length > shownInCell && (
          <li className="px-1.5 text-muted text-xs">{words.more(entries.length - shownInCell)}</li>
        )}
      </ul>
    </td>
  )
}
