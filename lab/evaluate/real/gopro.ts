import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { quantile } from '#server/analysis/math.ts'
import { axisOf, indexAt, positionSeries } from '#telemetry/derive.ts'
import { parseGpmfPayloads, readSidecar } from '#telemetry/index.ts'
import { haversine } from '#telemetry/sidecar/positions.ts'
import type { Telemetry, TelemetrySeries } from '#telemetry/types.ts'
import type { Recording } from './types.ts'

/**
 * Reads the samples of gopro2gpx (https://github.com/juanmcasillas/gopro2gpx, samples, 383e7fcf): raw GPMF of
 * eight recordings, each with the track as read by that program, which shares no code with ours.
 */

const usualPayload = 1.001

/**
 * Seconds covered by a payload, which a raw dump doesn't contain. Cameras write one per second of video; in a
 * time-lapse this isn't one per second of real time, but GPS9 contains a clock.
 */
function payloadSeconds(series: ReadonlyMap<string, TelemetrySeries>, payloads: number): number {
  const clock = series.get('GPS9')
  if (!clock?.columns) return usualPayload
  const at = clock.columns.indexOf('secondsOfDay')
  const first = clock.values[at]!
  const last = clock.values[(clock.times.length - 1) * clock.axes + at]!
  return (last - first) / (payloads - 1)
}

async function telemetryOf(file: string): Promise<Telemetry> {
  const bytes = await readFile(file)
  const read = parseGpmfPayloads(bytes, usualPayload)
  const gps9 = read.series.get('GPS9')
  const interval = gps9 ? (gps9.times.at(-1)! - gps9.times[0]!) / (gps9.times.length - 1) : 0
  // One position per payload: a time-lapse, whose sensors are too sparse for any rule.
  const lapse = gps9 !== undefined && interval > 0.9 * usualPayload
  const { device, series } = lapse
    ? parseGpmfPayloads(bytes, payloadSeconds(read.series, gps9.times.length))
    : read
  return { device, series, tags: [], format: 'gpmf' }
}

export interface Track {
  points: number
  /** meters over ground, positions not smoothed */
  meters: number
  /** km/h, the highest speed held for a fiftieth of the points */
  top: number
}

export interface GoProSample {
  recording: Recording
  /** accelerometer samples per second; 0 without one */
  sensorHz: number
  ours: Track | null
  theirs: Track
  /**
   * meters from each of our points to the nearest of theirs within two seconds: median and 95th percentile
   */
  apart: { median: number; most: number } | null
}

function trackOf(gps: TelemetrySeries, from: number, to: number): Track {
  const [first, last] = [indexAt(gps.times, from), indexAt(gps.times, to)]
  let meters = 0
  for (let row = first + 1; row < last; row++) {
    const [a, b] = [(row - 1) * gps.axes, row * gps.axes]
    meters += haversine(gps.values[a]!, gps.values[a + 1]!, gps.values[b]!, gps.values[b + 1]!)
  }
  const speeds = axisOf(gps, 'speed2d').values.subarray(first, last)
  return { points: last - first, meters, top: 3.6 * quantile(speeds, 0.98) }
}

function distances(ours: TelemetrySeries, theirs: TelemetrySeries): number[] {
  return Array.from(ours.times.keys(), row => {
    const time = ours.times[row]!
    let nearest = Number.POSITIVE_INFINITY
    for (let other = indexAt(theirs.times, time - 2); other < theirs.times.length; other++) {
      if (theirs.times[other]! > time + 2) break
      const [a, b] = [row * ours.axes, other * theirs.axes]
      nearest = Math.min(
        nearest,
        haversine(ours.values[a]!, ours.values[a + 1]!, theirs.values[b]!, theirs.values[b + 1]!),
      )
    }
    return nearest
  }).filter(Number.isFinite)
}

const endOf = (telemetry: Telemetry) =>
  Math.max(0, ...[...telemetry.series.values()].map(({ times }) => times.at(-1) ?? 0))

/** Every `.bin` in a folder that has a `.gpx` of the same name. */
export async function readGoProSamples(folder: string): Promise<GoProSample[]> {
  const samples: GoProSample[] = []
  for (const file of (await readdir(folder)).filter(name => name.endsWith('.bin')).sort()) {
    const name = basename(file, '.bin')
    const telemetry = await telemetryOf(join(folder, file))
    const gps = positionSeries(telemetry)
    const other = positionSeries(await readSidecar(join(folder, `${name}.gpx`)))
    if (!other) throw new Error(`${name}.gpx has no positions`)
    const [from, to] = gps ? [gps.times[0]!, gps.times.at(-1)!] : [0, Number.POSITIVE_INFINITY]
    const apart = gps ? distances(gps, other) : []
    const accl = telemetry.series.get('ACCL')
    const seconds = endOf(telemetry)
    samples.push({
      recording: { name, seconds, telemetry, labels: [] },
      sensorHz: accl ? accl.times.length / seconds : 0,
      ours: gps && trackOf(gps, from, to + 1e-6),
      theirs: trackOf(other, from - 0.1, to + 0.1),
      apart: apart.length > 0 ? { median: quantile(apart, 0.5), most: quantile(apart, 0.95) } : null,
    })
  }
  return samples
}
