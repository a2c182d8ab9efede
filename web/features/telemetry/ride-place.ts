import type { AddedRideAnswer } from '#contract/analysis.ts'
import { formatDateTime } from '../../lib/format.ts'

/** A video on which a ride is laid. */
export interface PlacedVideo {
  id: string
  /** seconds */
  duration: number
  cfStreamId: string | null
}

/** How fast a ride went, in even steps. */
export type Speeds = Pick<AddedRideAnswer, 'stepSeconds' | 'speeds'>

/** m/s at a moment of a ride, between two steps in proportion; null outside of it and where it isn't known. */
export function speedAt({ stepSeconds, speeds }: Speeds, seconds: number): number | null {
  // A step tells the speed of its middle.
  const at = seconds / stepSeconds - 0.5
  const [before, after] = [Math.floor(at), Math.ceil(at)].map(i => speeds[i] ?? null)
  if (before == null || after == null) return null
  return before + (after - before) * (at - Math.floor(at))
}

/** Most points of a line, so that one of eight hours is drawn as fast as one of a minute. */
const points = 400

/** The speeds of a part of a ride as an SVG path in a box of 1000 by 100; broken where they aren't known. */
export function pathOf(ride: Speeds, from: number, to: number): string {
  const most = Math.max(5, ...ride.speeds.map(speed => speed ?? 0))
  let path = ''
  let pen = 'M'
  for (let i = 0; i <= points; i++) {
    const speed = speedAt(ride, from + ((to - from) * i) / points)
    if (speed === null) {
      pen = 'M'
      continue
    }
    path += `${pen}${((1000 * i) / points).toFixed(1)} ${(96 - (92 * speed) / most).toFixed(1)}`
    pen = 'L'
  }
  return path
}

/** A moment of a ride as 1:02:03.4, below 0 before it began, and by its clock if it has one. */
export function placeOf(offset: number, begins: string | null): string {
  const tenths = Math.round(Math.abs(offset) * 10)
  const [hours, minutes] = [Math.floor(tenths / 36_000), Math.floor(tenths / 600) % 60]
  const seconds = ((tenths % 600) / 10).toFixed(1).padStart(4, '0')
  const sign = offset < 0 && tenths > 0 ? '−' : ''
  const clock = `${sign}${hours ? `${hours}:${String(minutes).padStart(2, '0')}` : minutes}:${seconds}`
  if (begins === null) return clock
  return `${clock} (${formatDateTime(new Date(Date.parse(begins) + offset * 1000).toISOString())})`
}
