import { factsOf, platformNames } from '#contract/publishing/constants.ts'
import type { CalendarEntry } from '#contract/publishing/scheduling.ts'
import { localOf, type MonthDay } from '../../features/publishing/rules.ts'
import { stateTone } from '../../features/publishing/standing.ts'
import { texts } from '../../features/publishing/texts.ts'
import { cx } from '../../lib/cx.ts'
import { formatDay } from '../../lib/format.ts'
import type { useCarry } from './use-carry.ts'

const { calendar: words } = texts
const shownInCell = 3

/** A day of the month with its first entries; on a phone only their number. */
export function DayCell({
  day,
  open,
  entries,
  held,
  place,
  describedBy,
  handles,
  onOpen,
}: {
  day: MonthDay
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
  // A dragged entry stays visible outside its day.
  const shown = entries.filter((entry, index) => index < shownInCell || entry.id === held)
  return (
    <td
      data-day={day.date}
      className={cx(
        'h-14 border border-line p-0 align-top md:h-28',
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
      <ul className="hidden space-y-0.5 px-1 pb-1 md:block">
        {shown.map(entry => (
          <li key={entry.id}>
            <button
              type="button"
              data-entry={entry.id}
              aria-label={words.entry(localOf(entry.date).time, entry.title, platformNames[entry.platform])}
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
          <li className="px-1.5 text-muted text-xs">{words.more(entries.length - shown.length)}</li>
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
export const EntryText = ({ entry }: { entry: CalendarEntry }) => (
  <span className="block truncate">
    <span className="numeric font-semibold">{localOf(entry.date).time}</span> {factsOf(entry.platform).short}{' '}
    {entry.title}
  </span>
)
