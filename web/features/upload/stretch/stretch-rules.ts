import { maxUploadBytes } from '#contract/constants.ts'
import type { Cutter, Stretch } from '#telemetry/cut/cutter.ts'
import { formatClock } from '../../../lib/format.ts'
import type { Span } from '../../editor/trim-rules.ts'
import { stretchesOf } from '../transfer/stretch-of.ts'

/** Shorter ones show nothing. Seconds. */
const shortest = 1
/** What a suggested moment and a new stretch get. Seconds. */
const usual = { before: 10, length: 20 } as const

/** A film that can be cut. */
type Film = Pick<Cutter, 'seconds' | 'cut' | 'latestEnd'>

/** A stretch that can be sent. */
export interface Choice {
  stretch: Stretch
  /** its end is earlier than wanted, because no more fits */
  limited: boolean
}

/**
 * The stretch for a wanted span: from a key frame, long enough to show something, and no larger than an upload may be.
 * Null when not even a frame fits.
 */
export function choose(cutter: Film, wanted: Span, most = maxUploadBytes): Choice | null {
  const start = Math.max(0, Math.min(wanted.start, cutter.seconds - shortest))
  const end = Math.min(cutter.seconds, Math.max(wanted.end, start + shortest))
  const latest = cutter.latestEnd(start, end, most)
  return latest === null ? null : { stretch: cutter.cut(start, latest), limited: latest < end }
}

/** The span around a moment, or from the film's beginning. */
export const around = (cutter: Pick<Film, 'seconds'>, time: number): Span => {
  const start = Math.max(0, Math.min(time - usual.before, cutter.seconds - usual.length))
  return { start, end: start + usual.length }
}

/** A span with its start moved by some seconds: to another key frame, if there is one. */
export function stepStart({ start, end }: Span, by: number, keyFrames: Float64Array): Span {
  const last = end - shortest
  const to = Math.min(start + by, last)
  if (by < 0) return { start: to, end }
  // A stretch starts at the key frame before, so a small step would move nothing.
  const next = keyFrames.find(key => key > start + 0.001)
  const reached = keyFrames.findLast(key => key <= to + 0.001)
  const moved = reached !== undefined && reached > start + 0.001 ? reached : next
  return { start: moved !== undefined && moved <= last ? moved : start, end }
}

const clock = (seconds: number) => formatClock(seconds).replace(':', '-')

/**
 * The name of a stretch's file: that of the film with both times. No camera gives it to a chapter of a recording, and the
 * server still knows it as a camera's.
 */
export const stretchName = (name: string, { start, end }: Span): string =>
  name.replace(/(\.[^.]*)?$/, extension => ` ${clock(start)} - ${clock(end)}${extension}`)

/** A stretch as a file: a new index and slices of the film, which is not read. */
export function stretchFile(film: File, stretch: Stretch): File {
  const parts = stretch.parts.map(part =>
    part instanceof Uint8Array ? part : film.slice(part.start, part.end),
  )
  const { name, size, type, lastModified } = film
  const file = new File(parts as BlobPart[], stretchName(name, stretch), { type, lastModified })
  stretchesOf.set(file, { film: { name, size, lastModified }, start: stretch.start, end: stretch.end })
  return file
}
