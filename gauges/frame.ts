import type { GaugeRide, GaugeSamples } from '#contract/gauges/schemas.ts'
import { after } from './geometry.ts'

/** What the gauges show at one moment. Null: not measured then, so its gauge is left out. */
export interface GaugeFrame {
  /** seconds of the video */
  time: number
  /** m/s */
  speed: number | null
  /** felt acceleration, 1 at rest */
  g: number | null
  /** highest felt acceleration of the last `peakSeconds` */
  peak: number | null
  /** meters above sea level */
  height: number | null
  air: Air | null
}

/** A jump that goes on, or has ended a moment ago: its counter is frozen then. */
export interface Air {
  /** of airtime so far, or in all once landed */
  seconds: number
  /** seconds since touch-down; null in the air */
  landed: number | null
}

/** A landing stays marked on the g-meter for so long. */
const peakSeconds = 1.5
/** The airtime of a jump stays for so long after touch-down. */
export const frozenSeconds = 2
/** Times are kept to a millisecond: the last sample of a list stands for so much more. */
const rounding = 0.0015

const endOf = ({ start, hz, values }: GaugeSamples) => start + (values.length - 1) / hz

/** The value at a time, straight between its neighbors; null where either was not measured. */
export function sampleAt(list: readonly GaugeSamples[], time: number): number | null {
  const found = list.find(one => time >= one.start - rounding && time <= endOf(one) + rounding)
  if (!found) return null
  const place = Math.min(found.values.length - 1, Math.max(0, (time - found.start) * found.hz))
  const left = Math.floor(place)
  const [a, b] = [found.values[left] ?? null, found.values[Math.ceil(place)] ?? null]
  return a === null || b === null ? null : a + (b - a) * (place - left)
}

function highest(list: readonly GaugeSamples[], from: number, to: number): number | null {
  let most: number | null = null
  for (const one of list) {
    if (one.start > to || endOf(one) < from) continue
    const first = Math.max(0, Math.ceil((from - one.start) * one.hz))
    const last = Math.min(one.values.length - 1, Math.floor((to - one.start) * one.hz))
    for (let i = first; i <= last; i++) {
      const value = one.values[i] ?? null
      if (value !== null && (most === null || value > most)) most = value
    }
  }
  return most
}

function airAt(flights: GaugeRide['flights'], time: number): Air | null {
  const index = after(
    flights.map(({ start }) => start),
    time,
  )
  const flight = flights[index - 1]
  if (!flight) return null
  const { start, end } = flight
  if (time < end) return { seconds: time - start, landed: null }
  return time - end < frozenSeconds ? { seconds: end - start, landed: time - end } : null
}

/** What the gauges show at `time`, seconds of the video. */
export function frameAt(ride: GaugeRide, time: number): GaugeFrame {
  const g = sampleAt(ride.g, time)
  return {
    time,
    speed: sampleAt(ride.speed, time),
    g,
    peak: g === null ? null : Math.max(g, highest(ride.g, time - peakSeconds, time) ?? g),
    height: sampleAt(ride.height, time),
    air: airAt(ride.flights, time),
  }
}
