import { type FormEvent, useState } from 'react'
import { platformNames } from '#contract/publishing/constants.ts'
import type { CalendarEntry } from '#contract/publishing/scheduling.ts'
import { texts } from '#texts/features/publishing.ts'
import { texts as publicationTexts } from '#texts/publications.ts'
import { localOf } from '../../features/publishing/rules.ts'
import { isGoing, stateTone } from '../../features/publishing/standing.ts'
import { usePostChannel } from '../../features/publishing/use-post-channel.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { formatPlanned } from './calendar-format.ts'
import { EditWords } from './edit-words.tsx'
import { Reach } from './reach.tsx'
import { useMove } from './use-move.ts'

const { calendar: words } = texts
const contentTypes: Readonly<Record<string, string>> = words.contentTypes

/** Planned publications. What all of them lack an estimate for is said once, above them. */
export function CalendarEntries({ entries }: { entries: readonly CalendarEntry[] }) {
  const [first] = entries
  const reason = entries.every(
    entry => entry.estimatedReach === 0 && entry.reachReasoning === first?.reachReasoning,
  )
    ? first?.reachReasoning
    : undefined
  return (
    <>
      {reason && <p className="mb-2.5 text-muted text-sm">{reason}</p>}
      <ul className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface">
        {entries.map(entry => (
          <CalendarEntryRow key={entry.id} entry={entry} hasReach={reason === undefined} />
        ))}
      </ul>
    </>
  )
}

/** A planned publication: when, where and its expected reach; can be rescheduled until it starts. */
function CalendarEntryRow({ entry, hasReach }: { entry: CalendarEntry; hasReach: boolean }) {
  const [moving, setMoving] = useState(false)
  const { channels } = usePostChannel(entry.platform, entry.channel?.id)
  return (
    <li className="px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="numeric font-semibold">
            <time dateTime={entry.date}>{formatPlanned(entry.date)}</time>
          </p>
          <p className="mt-0.5 break-words">{entry.title}</p>
          <p className="mt-0.5 break-words text-muted text-sm">
            {[
              platformNames[entry.platform],
              channels.length > 1 && entry.channel?.name,
              contentTypes[entry.contentType] ?? entry.contentType,
              entry.optimalTime && words.optimal,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {hasReach && (
            <p className="mt-1 text-muted text-sm">
              <Reach views={entry.estimatedReach} reasoning={entry.reachReasoning} />
            </p>
          )}
          {entry.conflict && <p className="mt-1 text-pending text-sm">{entry.conflict}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone={stateTone(entry.state)} live={isGoing(entry.state)}>
            {publicationTexts.states[entry.state]}
          </Badge>
          {entry.canEdit && <EditWords id={entry.id} title={entry.title} />}
          {entry.canEdit && (
            <Button size="sm" variant="outline" aria-expanded={moving} onClick={() => setMoving(!moving)}>
              {words.move}
            </Button>
          )}
        </div>
      </div>
      {moving && entry.canEdit && <NewTime entry={entry} onDone={() => setMoving(false)} />}
    </li>
  )
}

function NewTime({ entry, onDone }: { entry: CalendarEntry; onDone: () => void }) {
  const { date, time } = localOf(entry.date)
  const [when, setWhen] = useState(`${date}T${time}`)
  const move = useMove()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (when) move.mutate({ entry, to: when.replace('T', ' ') }, { onSuccess: onDone })
  }
  return (
    <form onSubmit={submit} className="mt-3 flex flex-wrap items-end gap-2.5">
      <div className="w-60">
        <TextField
          label={words.when}
          type="datetime-local"
          className="numeric"
          value={when}
          onChange={event => setWhen(event.target.value)}
        />
      </div>
      <Button type="submit" busy={move.isPending} disabled={!when}>
        {words.move}
      </Button>
    </form>
  )
}
