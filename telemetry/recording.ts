import type { FilmTelemetry } from './film.ts'
import { isPlace } from './plausible.ts'
import { SensorRows, Track } from './sidecar/series-of.ts'
import type { TelemetryFormat, TelemetrySeries } from './types.ts'

/** A fix of a camera's receiver; what it doesn't tell is missing. */
export interface Fix {
  /** seconds of the video */
  time: number
  /** degrees */
  latitude: number
  longitude: number
  /** m */
  altitude?: number | undefined
  /** over ground, m/s */
  speed?: number | undefined
  /** by satellite time, Unix seconds */
  unix?: number | undefined
}

/** Years in which a camera can have recorded, as Unix seconds; receivers without a fix count from other years. */
const dated = { from: Date.UTC(2010) / 1000, to: Date.UTC(2100) / 1000 }

/** Collects what a camera other than a GoPro measured, and leaves out what is outside the video. */
export class Recording {
  readonly #seconds: number
  readonly #track = new Track()
  readonly #accl: SensorRows
  readonly #gyro: SensorRows
  readonly #starts: number[] = []
  #inside = 0
  #after = 0

  /** @param seconds of the video; Infinity when unknown */
  constructor(seconds: number) {
    this.#seconds = seconds
    const budget = { samples: 0, numbers: 0 }
    this.#accl = new SensorRows(3, budget)
    this.#gyro = new SensorRows(3, budget)
  }

  #isInside(time: number): boolean {
    if (time >= this.#seconds) this.#after++
    else if (time >= 0) this.#inside++
    return time >= 0 && time < this.#seconds
  }

  /** @param felt specific force in m/s², along three axes */
  accelerometer(time: number, felt: readonly number[]): void {
    if (this.#isInside(time)) this.#accl.add(time, felt)
  }

  /** @param turned rad/s about three axes */
  gyroscope(time: number, turned: readonly number[]): void {
    if (this.#isInside(time)) this.#gyro.add(time, turned)
  }

  fix({
    time,
    latitude,
    longitude,
    altitude = Number.NaN,
    speed = Number.NaN,
    unix = Number.NaN,
  }: Fix): void {
    if (!isPlace(latitude, longitude) || !this.#isInside(time)) return
    this.#track.add({
      ...{ time, latitude, longitude, altitude, segment: 0 },
      speed: speed >= 0 ? speed : Number.NaN,
    })
    if (unix > dated.from && unix < dated.to) this.#starts.push(unix - time)
  }

  /**
   * The telemetry; null without any sample, or when much was measured after the video: in a time-lapse, seconds of the
   * sensors are not seconds of the video.
   * @param device as the file names it
   */
  finish(format: TelemetryFormat, device: string | null): FilmTelemetry | null {
    if (this.#after > this.#inside / 2) return null
    const motion = [
      this.#accl.finish('ACCL', 'Accelerometer', 'm/s²'),
      this.#gyro.finish('GYRO', 'Gyroscope', 'rad/s'),
    ].map(one => one && { ...one, axesKnown: false as const })
    const series = new Map<string, TelemetrySeries>()
    for (const one of [...motion, this.#track.finish('GPS')]) if (one) series.set(one.fourcc, one)
    if (series.size === 0) return null
    // A receiver's first times may be of its clock and not of the satellites, so the middle one counts.
    const satellite = this.#starts.toSorted((a, b) => a - b)[this.#starts.length >> 1]
    return { device, series, format, ...(satellite === undefined ? {} : { satellite }) }
  }
}
