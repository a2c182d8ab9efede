import { type Budget, GrowableRows } from '../growable.ts'
import { TelemetryError } from '../problems/index.ts'
import type { Telemetry, TelemetryFormat, TelemetrySeries } from '../types.ts'
import { fillSpeeds, type TrackPoint } from './positions.ts'

/** Samples of one sensor, in file order; those out of order are left out. */
export class SensorRows {
  readonly #rows: GrowableRows
  #last = Number.NEGATIVE_INFINITY

  /** @param budget shared by the sensors of one file */
  constructor(axes: number, budget: Budget = { samples: 0, numbers: 0 }) {
    this.#rows = new GrowableRows(axes, false, budget, 4096)
  }

  /** @param row copied, so that readers of millions of rows may fill the same one again */
  add(time: number, row: readonly number[]): void {
    if (time < 0 || time <= this.#last) return
    for (const value of row) if (!Number.isFinite(value)) return
    const { values, at } = this.#rows.reserve(1)
    for (let axis = 0; axis < row.length; axis++) values[at + axis] = row[axis]!
    this.#rows.commit(time)
    this.#last = time
  }

  /** The series; null without samples. */
  finish(fourcc: string, name: string, units: string): TelemetrySeries | null {
    if (this.#rows.length === 0) return null
    return { fourcc, name, units, axes: this.#rows.axes, ...this.#rows.finish() }
  }
}

/** 139 hours at one point a second, 8 hours at 18. */
const POINT_LIMIT = 500_000

/**
 * Points of a track, in file order. Of two whose times go back, the one that the points before and after contradict is
 * left out: a clock that jumped ahead for one point doesn't take all points after it away.
 */
export class Track {
  readonly #points: TrackPoint[] = []
  /** whether a point was just taken away, which the next one doesn't do again */
  #ahead = false

  add(point: TrackPoint): void {
    const [before, last] = [this.#points.at(-2), this.#points.at(-1)]
    if (last && point.time <= last.time) {
      if (!before || this.#ahead || point.time <= before.time) return
      this.#points.pop()
      this.#ahead = true
    } else this.#ahead = false
    if (this.#points.length === POINT_LIMIT) throw new TelemetryError({ name: 'tooManyPoints' })
    this.#points.push(point)
  }

  /** As GPS5: latitude, longitude, altitude, ground speed twice; NaN for missing values. */
  finish(name: string): TelemetrySeries | null {
    fillSpeeds(this.#points)
    // Points before the video were needed for the speed at its start.
    const points = this.#points.filter(({ time, speed }) => time >= 0 && Number.isFinite(speed))
    if (points.length === 0) return null
    return {
      fourcc: 'GPS5',
      name,
      units: 'deg,deg,m,m/s,m/s',
      axes: 5,
      columns: ['latitude', 'longitude', 'altitude', 'speed2d', 'speed3d'],
      times: Float64Array.from(points, ({ time }) => time),
      values: Float64Array.from(
        points.flatMap(({ latitude, longitude, altitude, speed }) => [
          latitude,
          longitude,
          altitude,
          speed,
          speed,
        ]),
      ),
    }
  }
}

/** A sidecar's telemetry, from the series it has. @param origin when its second 0 was, Unix seconds; null: unknown */
export const sidecarTelemetry = (
  format: TelemetryFormat,
  device: string | null,
  origin: number | null,
  series: readonly (TelemetrySeries | null)[],
): Telemetry => ({
  device,
  ...(origin === null ? {} : { begins: origin }),
  series: new Map(series.filter(one => one !== null).map(one => [one.fourcc, one])),
  tags: [],
  format,
})
