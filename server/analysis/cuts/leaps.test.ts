import { describe, expect, it } from 'vitest'
import type { Telemetry, TelemetrySeries } from '#telemetry/types.ts'
import { sampleSignals } from '../sample-ride.ts'
import { findCuts } from './index.ts'

const seconds = 40
const at = 20.05
/** Blocks lose their match in the frame after `at`, far too few to be a cut by themselves. */
const signals = (residual = 0.42) =>
  sampleSignals({ seconds, picture: { residual: t => (t > at && t <= at + 0.125 ? residual : 0.3) } })

function telemetry(...series: TelemetrySeries[]): Telemetry {
  return { device: null, series: new Map(series.map(one => [one.fourcc, one])), tags: [], format: 'gpmf' }
}

function series(fourcc: string, hz: number, row: (time: number) => number[]): TelemetrySeries {
  const times = Float64Array.from({ length: hz * seconds }, (_, i) => i / hz)
  const rows = [...times].map(row)
  return {
    fourcc,
    name: fourcc,
    units: '',
    axes: rows[0]!.length,
    times,
    values: Float64Array.from(rows.flat()),
  }
}

const metresPerDegree = 111_195
/** North at a speed in m/s, and `leap` meters further from `at` on. */
const gps = (leap: number, speed = 10, hz = 18) =>
  series('GPS5', hz, t => [45 + (t * speed + (t > at ? leap : 0)) / metresPerDegree, 7, 500, speed, speed])
/** Gravity in a nodding camera, and from `at` on `tilt` degrees further. */
const gravity = (tilt: number) =>
  series('GRAV', 30, t => {
    const angle = 0.1 * Math.sin(3 * t) + (t > at ? (tilt * Math.PI) / 180 : 0)
    return [0, Math.cos(angle), Math.sin(angle)]
  })
/** The gyroscope for that nod; it also measures `felt` degrees of the turn at `at`. */
const gyro = (felt: number) =>
  series('GYRO', 200, t => [
    0.3 * Math.cos(3 * t) + (Math.abs(t - at) < 0.015 ? ((felt / 0.03) * Math.PI) / 180 : 0),
    0,
    0,
  ])

const cutsBy = (given: Telemetry, picture = signals()) => findCuts(picture, given).map(cut => cut.time)

describe('cuts from telemetry jumps', () => {
  it('are found at the frame that the picture indicates', () => {
    expect(findCuts(signals(), null)).toEqual([])
    expect(cutsBy(telemetry(gps(90)))).toEqual([20.125])
    expect(cutsBy(telemetry(gravity(4), gyro(0)))).toEqual([20.125])
    expect(cutsBy(telemetry(gps(90), gravity(4), gyro(0)))).toEqual([20.125])
  })

  it('are not found where gravity is only noisy, however much the picture flickers', () => {
    let state = 1
    const noise = () => {
      state = (state * 16807) % 2147483647
      return state / 2147483647 - 0.5
    }
    const noisy = series('GRAV', 30, () => [0.03 * noise(), 1, 0.03 * noise()])
    // A keyframe every second, before which blocks match slightly worse.
    const pulses = sampleSignals({ seconds, picture: { residual: t => (t % 1 < 0.125 ? 0.42 : 0.3) } })
    expect(cutsBy(telemetry(noisy, gyro(0)), pulses)).toEqual([])
  })

  it('are not found where the picture continues', () => {
    expect(cutsBy(telemetry(gps(90)), signals(0.32))).toEqual([])
    expect(cutsBy(telemetry(gravity(4), gyro(0)), signals(0.32))).toEqual([])
  })

  it('need no picture when no receiver could cause the jump', () => {
    expect(cutsBy(telemetry(gps(900)), signals(0.3))).toEqual([20.125])
    expect(cutsBy(telemetry(gps(900, 10, 1)), signals(0.3))).toEqual([])
  })

  it('are not found where speed explains the distance, or the gyroscope the turn', () => {
    expect(cutsBy(telemetry(gps(0, 40, 1)))).toEqual([])
    expect(cutsBy(telemetry(gps(20)))).toEqual([])
    expect(cutsBy(telemetry(gravity(4), gyro(4)))).toEqual([])
    expect(cutsBy(telemetry(gravity(0), gyro(0)))).toEqual([])
  })

  it('are not found after a GPS outage longer than a jump', () => {
    const lost = gps(900)
    const kept = [...lost.times.keys()].filter(row => lost.times[row]! < 17 || lost.times[row]! > 20.5)
    const rows = kept.map(row => [...lost.values.subarray(row * lost.axes, (row + 1) * lost.axes)])
    const times = Float64Array.from(kept, row => lost.times[row]!)
    expect(cutsBy(telemetry({ ...lost, times, values: Float64Array.from(rows.flat()) }))).toEqual([])
  })
})
