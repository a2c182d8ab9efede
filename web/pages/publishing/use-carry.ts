import { useEffect, useRef, useState } from 'react'
import type { CalendarEntry } from '#contract/publishing/scheduling.ts'
import { texts } from '#texts/features/publishing.ts'
import { dayAfter, localOf, mayStandOn } from '../../features/publishing/rules.ts'
import { formatDay } from '../../lib/format.ts'
import { useMove } from './use-move.ts'

const { carry: words } = texts.calendar

/** An entry being moved to another day. */
export interface Carried {
  entry: CalendarEntry
  by: 'pointer' | 'keys'
  /** where it would be dropped, 'YYYY-MM-DD'; null if it can't be dropped here */
  day: string | null
  /** of the pointer, in pixels of the window */
  at: { x: number; y: number }
}

/** Pixels a pointer moves before it drags: less is an unsteady press. */
const dragPixels = 5
const steps: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

const dayUnder = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-day]')?.dataset.day ?? null

/**
 * Moves an entry to another day by pointer (mouse, pen, finger) or by keys. Pointer events, not the browser's drag
 * and drop, which supports neither fingers nor keys.
 * @param onDay called for each day the keys reach, which may be in another month
 */
export function useCarry(onDay: (day: string) => void) {
  const [carried, setCarried] = useState<Carried | null>(null)
  const [said, setSaid] = useState('')
  const move = useMove()
  const pressed = useRef<{ entry: CalendarEntry; x: number; y: number } | null>(null)
  const dragged = useRef(false)

  const putBack = (from: Carried) => {
    pressed.current = null
    setCarried(null)
    setSaid(words.left({ day: formatDay(localOf(from.entry.date).date) }))
  }
  const putDown = ({ entry, day }: Carried) => {
    setCarried(null)
    const { date, time } = localOf(entry.date)
    if (day === null || day === date) return setSaid(words.left({ day: formatDay(date) }))
    setSaid(words.down({ day: formatDay(day) }))
    onDay(day)
    move.mutate({ entry, to: `${day} ${time}` })
  }

  const onKey = (event: KeyboardEvent) => {
    if (!carried) return
    if (event.key === 'Tab') return putBack(carried)
    const step = steps[event.key]
    const puts = event.key === ' ' || event.key === 'Enter'
    if (!puts && event.key !== 'Escape' && step === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return putBack(carried)
    if (carried.by === 'pointer') return
    if (puts) return putDown(carried)
    const day = dayAfter(carried.day ?? localOf(carried.entry.date).date, step ?? 0)
    if (!mayStandOn(carried.entry, day, new Date())) return setSaid(words.over)
    setCarried({ ...carried, day })
    setSaid(formatDay(day))
    onDay(day)
  }
  // Before any other handler of the page: while an entry is being moved, the keys belong to it.
  useEffect(() => {
    if (!carried) return
    const pressElsewhere = () => carried.by === 'keys' && putBack(carried)
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', pressElsewhere, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', pressElsewhere, true)
    }
  })

  const release = () => {
    pressed.current = null
    if (carried?.by === 'pointer') putDown(carried)
  }
  /** The props that make an entry movable; none for one that has started. */
  const handles = (entry: CalendarEntry) =>
    entry.canEdit && {
      onKeyDown(event: React.KeyboardEvent) {
        if (carried || move.isPending || (event.key !== ' ' && event.key !== 'Enter')) return
        event.preventDefault()
        setCarried({ entry, by: 'keys', day: localOf(entry.date).date, at: { x: 0, y: 0 } })
        setSaid(words.taken({ title: entry.title }))
      },
      // Some browsers turn the release of the space bar into a click.
      onKeyUp(event: React.KeyboardEvent) {
        if (event.key === ' ') event.preventDefault()
      },
      onPointerDown(event: React.PointerEvent<HTMLElement>) {
        dragged.current = false
        if (event.button !== 0 || move.isPending) return
        pressed.current = { entry, x: event.clientX, y: event.clientY }
        // Capture the pointer, so that its moves arrive here from anywhere.
        event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove(event: React.PointerEvent<HTMLElement>) {
        const press = pressed.current
        if (!press) return
        const { clientX: x, clientY: y } = event
        if (!dragged.current && Math.hypot(x - press.x, y - press.y) < dragPixels) return
        dragged.current = true
        const under = dayUnder(x, y)
        const day = under && mayStandOn(entry, under, new Date()) ? under : null
        setCarried({ entry, by: 'pointer', day, at: { x, y } })
      },
      onPointerUp: release,
      onPointerCancel() {
        pressed.current = null
        if (carried?.by === 'pointer') putBack(carried)
      },
    }

  return {
    carried,
    /** for screen readers: what just happened to the entry */
    said,
    /** dropped, and not yet confirmed */
    moving: move.isPending ? { entry: move.variables.entry, day: move.variables.to.slice(0, 10) } : null,
    handles,
    /** Whether a click is only the end of a drag. */
    wasDrag: (event: React.MouseEvent) => event.detail > 0 && dragged.current,
  }
}
