import { shortestHighlightSeconds } from '#contract/rejections.ts'
import { formatClock } from '../../lib/format.ts'

/** Both in seconds of the video. */
export interface Span {
  start: number
  end: number
}
export type End = 'start' | 'end'

/** How much of the ride is shown before and after a highlight, in seconds. */
const margin = 12

/** The part of the ride in which the ends of a highlight can be moved. */
export const windowAround = ({ start, end }: Span, duration: number): Span => ({
  start: Math.max(0, start - margin),
  end: Math.min(duration, end + margin),
})

const tenth = (seconds: number) => Math.round(seconds * 10) / 10

/**
 * Moves one end of a highlight to a time, in tenths of a second: within the shown part, and never so close to the other
 * end that the highlight gets shorter than allowed.
 */
export function moveEnd(span: Span, which: End, to: number, within: Span): Span {
  if (which === 'start') {
    const latest = span.end - shortestHighlightSeconds
    return { ...span, start: tenth(Math.max(within.start, Math.min(latest, to))) }
  }
  const earliest = span.start + shortestHighlightSeconds
  return { ...span, end: Math.min(within.end, tenth(Math.max(earliest, to))) }
}

/** How far a key moves an end, in seconds; null for other keys. Shift makes it whole seconds. */
export function stepOf(key: string, shift: boolean): number | null {
  const small = shift ? 1 : 0.1
  const steps: Record<string, number> = {
    ArrowLeft: -small,
    ArrowDown: -small,
    ArrowRight: small,
    ArrowUp: small,
    PageDown: -1,
    PageUp: 1,
    Home: Number.NEGATIVE_INFINITY,
    End: Number.POSITIVE_INFINITY,
  }
  return steps[key] ?? null
}

export const sameSpan = (a: Span, b: Span): boolean =>
  Math.abs(a.start - b.start) < 0.05 && Math.abs(a.end - b.end) < 0.05

/** A point in time or a length, in seconds, as m:ss.t, where it is trimmed. */
export function formatTenths(seconds: number): string {
  const tenths = Math.max(0, Math.round(seconds * 10))
  return `${formatClock(tenths / 10)}.${tenths % 10}`
}
