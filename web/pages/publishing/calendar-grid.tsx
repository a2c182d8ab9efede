import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { factsOf, platformNames } from '#contract/publishing/constants.ts'
import type { CalendarEntry } from '#contract/publishing/scheduling.ts'
import { texts } from '#texts/features/publishing.ts'
import { texts as pageTexts } from '#texts/pages/publishing.ts'
import { calendarQuery } from '../../features/publishing/calls.ts'
import { byDay, dayAfter, localOf, mayStandOn, spanOf, withMoved } from '../../features/publishing/rules.ts'
import { stateTone } from '../../features/publishing/standing.ts'
import { firstWeekday, type MonthDay, weekOf, weeksOf } from '../../features/publishing/weeks.ts'
import { cx } from '../../lib/cx.ts'
import { formatDay, formatMonth } from '../../lib/format.ts'
import { visit } from '../../lib/visit.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ChevronLeft } from '../../ui/icons/chevron-left.tsx'
import { ChevronRight } from '../../ui/icons/chevron-right.tsx'
import { CalendarEntryRow } from './calendar-entry.tsx'
import { formatDays, formatTime, formatWeekday } from './calendar-format.ts'
import { useCarry } from './use-carry.ts'

const { calendar: words } = texts
const { grid: gridWords } = pageTexts

const today = () => localOf(new Date().toISOString()).date

/** The days shown, with their name; `turned` is a day of the following ones, or of those before with -1. */
function daysOf(span: 'month' | 'week', of: string) {
  const firstDay = firstWeekday(visit().locale)
  const [year, month] = [Number(of.slice(0, 4)), Number(of.slice(5, 7)) - 1]
  if (span === 'month') {
    const turned = (by: 1 | -1) => localOf(new Date(year, month + by, 1).toISOString()).date
    return { weeks: weeksOf(year, month, firstDay), title: formatMonth(of.slice(0, 7)), turned }
  }
  const week = weekOf(of, firstDay)
  const title = formatDays(week[0]?.date ?? of, week[6]?.date ?? of)
  return { weeks: [week], title, turned: (by: 1 | -1) => dayAfter(of, by * 7) }
}

/**
 * A month or a week of publications. Planned ones can be dragged to another day by pointer or keys; opening a day lists
 * its entries, where a new time can be typed.
 */
export default function CalendarGrid({ span }: { span: 'month' | 'week' }) {
  const [day, setDay] = useState(today)
  const [shown, setShown] = useState(day)
  const { weeks, title, turned } = useMemo(() => daysOf(span, shown), [span, shown])
  const { data, error, refetch } = useQuery(calendarQuery(spanOf(weeks)))
  const table = useRef<HTMLTableElement>(null)
  const hint = useId()
  const { carried, said, moving, handles, wasDrag } = useCarry(date => {
    setDay(date)
    if (weeks.flat().every(one => one.date !== date)) setShown(date)
  })
  const away = carried?.by === 'keys' && carried.day ? { entry: carried.entry, day: carried.day } : moving
  useFocusKept(table, away?.entry.id ?? null)
  if (error && !data) return <ErrorState title={words.failed} error={error} onRetry={() => void refetch()} />
  const entries = byDay(away ? withMoved(data ?? [], away.entry, away.day) : (data ?? []))
  const opened = entries.get(day) ?? []
  const now = new Date()
  return (
    <div className="space-y-4" aria-busy={!data || moving !== null}>
      <Turn
        span={span}
        title={title}
        onTurn={by => setShown(turned(by))}
        onToday={() => {
          setShown(today())
          setDay(today())
        }}
      />
      <table
        ref={table}
        className="w-full table-fixed border-collapse overflow-hidden rounded-xl border border-line bg-surface"
      >
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {weeks[0]?.map(({ date }) => (
              <th key={date} scope="col" className="py-2 font-medium text-muted text-xs">
                {formatWeekday(date)}
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
                  roomy={span === 'week'}
                  open={one.date === day}
                  entries={entries.get(one.date) ?? []}
                  held={carried?.entry.id ?? null}
                  place={
                    carried &&
                    (carried.day === one.date
                      ? 'here'
                      : mayStandOn(carried.entry, one.date, now)
                        ? 'free'
                        : 'closed')
                  }
                  describedBy={hint}
                  handles={handles}
                  onOpen={event => !wasDrag(event) && setDay(one.date)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-muted text-sm">
        <span id={hint} className="max-md:hidden">
          {words.hintCarry}
        </span>{' '}
        {words.hint}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      {carried?.by === 'pointer' && (
        <div
          aria-hidden="true"
          className="pointer-events-none fixed z-30 max-w-48 rounded-md border border-accent bg-raised px-2 py-1 text-xs shadow-float"
          style={{ left: carried.at.x + 12, top: carried.at.y + 12 }}
        >
          <EntryText entry={carried.entry} />
        </div>
      )}
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

/** The name of the days shown, and the way to others. */
const Turn = ({
  span,
  title,
  onTurn,
  onToday,
}: {
  span: 'month' | 'week'
  title: string
  onTurn: (by: 1 | -1) => void
  onToday: () => void
}) => (
  <div className="flex flex-wrap items-center gap-2">
    <Button variant="quiet" size="icon" aria-label={gridWords.before[span]} onClick={() => onTurn(-1)}>
      <ChevronLeft aria-hidden="true" className="size-5" />
    </Button>
    <h3 aria-live="polite" className="heading min-w-44 text-center text-[1.375rem]">
      {title}
    </h3>
    <Button variant="quiet" size="icon" aria-label={gridWords.following[span]} onClick={() => onTurn(1)}>
      <ChevronRight aria-hidden="true" className="size-5" />
    </Button>
    <Button variant="outline" size="sm" onClick={onToday}>
      {gridWords.today}
    </Button>
  </div>
)

/** An entry moved by keys is rendered in every cell it reaches: the focus follows, and stays when it is dropped. */
function useFocusKept(table: React.RefObject<HTMLTableElement | null>, id: string | null): void {
  const kept = useRef<string | null>(null)
  useEffect(() => {
    const last = kept.current
    kept.current = id
    const chip = table.current?.querySelector<HTMLElement>(`[data-entry="${id ?? last}"]`)
    // Only restores lost focus: anyone who has moved on keeps theirs.
    if (chip && document.activeElement === document.body) chip.focus()
  })
}

const shownInCell = 3

/** A day with its first entries, or all where it is roomy; on a phone only their number. */
function DayCell({
  day,
  roomy,
  open,
  entries,
  held,
  place,
  describedBy,
  handles,
  onOpen,
}: {
  day: MonthDay
  roomy: boolean
  open: boolean
  entries: readonly CalendarEntry[]
  /** id of the entry being dragged */
  held: string | null
  /** the day's role for it: the current target, a possible one, or none */
  place: 'here' | 'free' | 'closed' | null
  describedBy: string
  handles: ReturnType<typeof useCarry>['handles']
  onOpen: (event: React.MouseEvent) => void
}) {
  const isToday = day.date === today()
  // A dragged entry stays visible outside its day.
  const shown = entries.filter((entry, index) => roomy || index < shownInCell || entry.id === held)
  return (
    <td
      data-day={day.date}
      className={cx(
        'h-14 border border-line p-0 align-top',
        roomy ? 'md:h-72' : 'md:h-28',
        place === 'here'
          ? 'bg-pine-tint outline-2 outline-pine -outline-offset-2'
          : place === 'closed'
            ? 'bg-sunken'
            : open && 'bg-accent-tint',
      )}
    >
      <button
        type="button"
        aria-pressed={open}
        aria-current={isToday ? 'date' : undefined}
        aria-label={words.day({ date: formatDay(day.date), count: entries.length })}
        onClick={onOpen}
        className={cx(
          'numeric flex w-full items-center justify-between rounded-sm px-1.5 py-1 text-sm -outline-offset-2 hover:bg-ink/7 max-md:h-full max-md:flex-col',
          day.inMonth ? 'font-semibold' : 'text-muted',
        )}
      >
        <span
          className={cx(isToday && 'grid size-6 place-items-center rounded-full bg-accent text-on-accent')}
        >
          {Number(day.date.slice(8))}
        </span>
        {entries.length > 0 && (
          <span className="rounded-full bg-pine px-1.5 text-on-pine text-xs md:hidden">{entries.length}</span>
        )}
      </button>
      <ul className="hidden space-y-0.5 px-1 pb-1 md:block">
        {shown.map(entry => (
          <li key={entry.id}>
            <button
              type="button"
              data-entry={entry.id}
              aria-label={words.entry({
                time: formatTime(entry.date),
                title: entry.title,
                platform: platformNames[entry.platform],
              })}
              {...(entry.canEdit && { 'aria-pressed': entry.id === held, 'aria-describedby': describedBy })}
              onClick={onOpen}
              {...handles(entry)}
              className={cx(
                'block min-h-6 w-full select-none truncate rounded-sm border-l-3 bg-ink/7 px-1.5 text-left text-xs leading-6 hover:bg-ink/12',
                edges[stateTone(entry.state)],
                entry.canEdit && 'cursor-grab touch-none',
                entry.id === held &&
                  'bg-accent-tint outline-2 outline-accent outline-dashed -outline-offset-2',
              )}
            >
              <EntryText entry={entry} />
            </button>
          </li>
        ))}
        {entries.length > shown.length && (
          <li className="px-1.5 text-muted text-xs">
            {words.more({ count: entries.length - shown.length })}
          </li>
        )}
      </ul>
    </td>
  )
}

const edges: Record<ReturnType<typeof stateTone>, string> = {
  green: 'border-published',
  yellow: 'border-processing',
  blue: 'border-approved',
  orange: 'border-pending',
  gray: 'border-line-strong',
  danger: 'border-danger',
}

/** Time, platform and title in one line. */
const EntryText = ({ entry }: { entry: CalendarEntry }) => (
  <span className="block truncate">
    <span className="numeric font-semibold">{formatTime(entry.date)}</span> {factsOf(entry.platform).short}{' '}
    {entry.title}
  </span>
)
