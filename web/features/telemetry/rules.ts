import type { AddedRideAnswer, TelemetrySummary } from '#contract/analysis.ts'
import { formatDateTime } from '../../lib/format.ts'
import { texts } from './stream-texts.ts'

type Stream = TelemetrySummary['streams'][number]

/** The streams that scores use come first; cameras record a dozen more. */
const important = ['ACCL', 'GYRO', 'GPS9', 'GPS5', 'GRAV']
const rank = (stream: Stream) => {
  const place = important.indexOf(stream.fourcc)
  return place === -1 ? important.length : place
}
const named = 4

/** A stream's display name: 'GPS (Lat., Long., Alt.)' becomes 'GPS'. */
export const streamName = (stream: Stream): string =>
  (stream.name || stream.fourcc).replace(/\s*[([].*$/, '').trim() || stream.fourcc

/** 'Accelerometer 200 Hz, GPS 18 Hz and 9 more'; streams with the same name are listed once, with the fastest rate. */
export function describeStreams(streams: readonly Stream[]): string {
  const fastest = new Map<string, number>()
  for (const stream of [...streams].sort((a, b) => rank(a) - rank(b))) {
    const name = streamName(stream)
    fastest.set(name, Math.max(fastest.get(name) ?? 0, stream.hz))
  }
  const all = [...fastest].map(([name, hz]) => (hz >= 1 ? `${name} ${Math.round(hz)} Hz` : name))
  const more = all.length - named
  return more > 1 ? texts.streams(all.slice(0, named).join(', '), more) : all.join(', ')
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
