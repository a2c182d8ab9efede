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
import { CalendarEntries } from './calendar-entry.tsx'
import { formatDays, formatHour, formatTime, formatWeekday } from './calendar-format.ts'
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
  const [week] = weeks
  const listed =
    span === 'week' && week?.some(({ date }) => entries.has(date))
      ? week.map(({ date }) => date).filter(date => date === day || entries.has(date))
      : [day]
  const now = new Date()
  const held = carried?.entry.id ?? null
  const cellOf = (date: string): CellProps => ({
    date,
    open: date === day,
    place:
      carried && (carried.day === date ? 'here' : mayStandOn(carried.entry, date, now) ? 'free' : 'closed'),
  })
  const chips = { held, describedBy: hint, handles }
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
            {span === 'week' && <td className={hourColumn} />}
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
              {span === 'week' && <td className={hourColumn} />}
              {week.map(one => {
                const of = entries.get(one.date) ?? []
                const open = (event: React.MouseEvent) => !wasDrag(event) && setDay(one.date)
                return (
                  <Cell key={one.date} {...cellOf(one.date)} roomy={span === 'month'}>
                    <DayButton day={one} open={one.date === day} count={of.length} onOpen={open} />
                    {span === 'month' && <Chips {...chips} entries={of} most={shownInCell} onOpen={open} />}
                  </Cell>
                )
              })}
            </tr>
          ))}
          {span === 'week' &&
            hoursOf(entries).map(hour => (
              <tr key={hour} className="max-md:hidden">
                <th
                  scope="row"
                  className="numeric border border-line px-1.5 py-1 text-right align-top font-normal text-muted text-xs"
                >
                  {formatHour(hour)}
                </th>
                {weeks[0]?.map(({ date }) => (
                  <Cell key={date} {...cellOf(date)}>
                    <Chips
                      {...chips}
                      entries={(entries.get(date) ?? []).filter(entry => hourOf(entry) === hour)}
                      onOpen={event => !wasDrag(event) && setDay(date)}
                    />
                  </Cell>
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
      {/* Of a week all that goes out: a phone has no room for its hours. */}
      {listed.map(date => (
        <OpenedDay key={date} day={date} entries={entries.get(date) ?? []} />
      ))}
    </div>
  )
}

/** The entries of a day, where each can be changed. */
const OpenedDay = ({ day, entries }: { day: string; entries: readonly CalendarEntry[] }) => (
  <section aria-labelledby={`day-${day}`}>
    <h3 id={`day-${day}`} className="heading mb-2.5 text-[1.25rem]">
      {formatDay(day)}
    </h3>
    {entries.length === 0 ? (
      <p className="text-muted text-sm">{words.nothing}</p>
    ) : (
      <CalendarEntries entries={entries} />
    )}
  </section>
)

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
const hourColumn = 'w-15 max-md:hidden'

const hourOf = (entry: CalendarEntry): number => Number(localOf(entry.date).time.slice(0, 2))

/** The hours of a week's rows: those of a working day, and all between the first and the last entry. */
function hoursOf(entries: ReadonlyMap<string, readonly CalendarEntry[]>): number[] {
  const used = [...entries.values()].flat().map(hourOf)
  const first = Math.min(8, ...used)
  return Array.from({ length: Math.max(20, ...used) - first + 1 }, (_, row) => first + row)
}

interface CellProps {
  date: string
  open: boolean
  /** the day's role for an entry being dragged: the current target, a possible one, or none */
  place: 'here' | 'free' | 'closed' | null
}

/** A day, or one of its hours. */
const Cell = ({
  date,
  open,
  place,
  roomy = false,
  children,
}: CellProps & { roomy?: boolean; children: React.ReactNode }) => (
  <td
    data-day={date}
    className={cx(
      'h-8 border border-line p-0 align-top',
      roomy && 'max-md:h-14 md:h-28',
      place === 'here'
        ? 'bg-pine-tint outline-2 outline-pine -outline-offset-2'
        : place === 'closed'
          ? 'bg-sunken'
          : open && 'bg-accent-tint',
    )}
  >
    {children}
  </td>
)

/** Opens a day; on a phone, with the number of its entries. */
function DayButton({
  day,
  open,
  count,
  onOpen,
}: {
  day: MonthDay
  open: boolean
  count: number
  onOpen: (event: React.MouseEvent) => void
}) {
  const isToday = day.date === today()
  return (
    <button
      type="button"
      aria-pressed={open}
      aria-current={isToday ? 'date' : undefined}
      aria-label={words.day({ date: formatDay(day.date), count })}
      onClick={onOpen}
      className={cx(
        'numeric flex w-full items-center justify-between rounded-sm px-1.5 py-1 text-sm -outline-offset-2 hover:bg-ink/7 max-md:h-full max-md:min-h-14 max-md:flex-col',
        day.inMonth ? 'font-semibold' : 'text-muted',
      )}
    >
      <span className={cx(isToday && 'grid size-6 place-items-center rounded-full bg-accent text-on-accent')}>
        {Number(day.date.slice(8))}
      </span>
      {count > 0 && (
        <span className="rounded-full bg-pine px-1.5 text-on-pine text-xs md:hidden">{count}</span>
      )}
    </button>
  )
}

/** Entries of a day or an hour, which can be dragged; not on a phone. */
function Chips({
  entries,
  most = Number.POSITIVE_INFINITY,
  held,
  describedBy,
  handles,
  onOpen,
}: {
  entries: readonly CalendarEntry[]
  /** how many are shown */
  most?: number
  /** id of the entry being dragged, which stays visible outside its day */
  held: string | null
  describedBy: string
  handles: ReturnType<typeof useCarry>['handles']
  onOpen: (event: React.MouseEvent) => void
}) {
  const shown = entries.filter((entry, index) => index < most || entry.id === held)
  return (
    <ul className="hidden space-y-0.5 p-0.5 empty:p-0 md:block">
      {shown.map(entry => {
        const whole = words.entry({
          time: formatTime(entry.date),
          title: entry.title,
          platform: platformNames[entry.platform],
        })
        return (
          <li key={entry.id}>
            <button
              type="button"
              data-entry={entry.id}
              aria-label={whole}
              title={whole}
              {...(entry.canEdit && { 'aria-pressed': entry.id === held, 'aria-describedby': describedBy })}
              onClick={onOpen}
              {...handles(entry)}
              className={cx(
                'block w-full select-none rounded-sm border-l-3 bg-ink/7 px-1.5 py-0.5 text-left text-xs leading-4 hover:bg-ink/12',
                edges[stateTone(entry.state)],
                entry.canEdit && 'cursor-grab touch-none',
                entry.id === held &&
                  'bg-accent-tint outline-2 outline-accent outline-dashed -outline-offset-2',
              )}
            >
              <EntryText entry={entry} />
            </button>
          </li>
        )
      })}
      {entries.length > shown.length && (
        <li className="px-1.5 text-muted text-xs">{words.more({ count: entries.length - shown.length })}</li>
      )}
    </ul>
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

/** Time and platform, and below them as much of the title as two lines hold. */
const EntryText = ({ entry }: { entry: CalendarEntry }) => (
  <>
    <span className="numeric block truncate font-semibold">
      {formatTime(entry.date)} <span className="font-normal">{factsOf(entry.platform).short}</span>
    </span>
    <span className="line-clamp-2 break-words">{entry.title}</span>
  </>
)
