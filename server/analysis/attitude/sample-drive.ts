import { STANDARD_GRAVITY } from '#telemetry/derive.ts'
import type { Telemetry, TelemetrySeries } from '#telemetry/types.ts'
import { add, cross, times as scaled, unit, type Vector } from './vectors.ts'

export interface SampleDrive {
  seconds: number
  /** m/s at a time */
  speed: (time: number) => number
  /** rad/s to the left at a time */
  yaw?: (time: number) => number
  /**
   * the camera's mounting: the vehicle's axes x forward, y left, z up, rotated about this vector by its
   * length in rad
   */
  mount?: Vector
  /** samples a second */
  hz?: number
}

/** Rotates a vector about another by the other's length, in rad (Rodrigues). */
function turnedAbout(vector: Vector, by: Vector): Vector {
  const angle = Math.hypot(...by)
  const axis = unit(by)
  const along = axis[0] * vector[0] + axis[1] * vector[1] + axis[2] * vector[2]
  return add(
    add(scaled(vector, Math.cos(angle)), scaled(cross(axis, vector), Math.sin(angle))),
    scaled(axis, along * (1 - Math.cos(angle))),
  )
}

/**
 * What a vehicle camera's accelerometer and gyroscope measure on level ground, without noise: for tests that
 * need known forces. No GPS.
 */
export function sampleDrive({
  seconds,
  speed,
  yaw = () => 0,
  mount = [0, 0, 0],
  hz = 50,
}: SampleDrive): Telemetry {
  const count = Math.round(seconds * hz)
  const times = Float64Array.from({ length: count }, (_, i) => i / hz)
  const series = (fourcc: string, row: (time: number) => Vector): TelemetrySeries => {
    const values = new Float64Array(count * 3)
    times.forEach((time, i) => {
      values.set(turnedAbout(row(time), mount), i * 3)
    })
    return { fourcc, name: fourcc, units: '', axes: 3, times, values }
  }
  const felt = (time: number): Vector => [
    (speed(time + 0.05) - speed(time - 0.05)) / 0.1,
    speed(time) * yaw(time),
    STANDARD_GRAVITY,
  ]
  return {
    device: 'sample',
    series: new Map([
      ['ACCL', series('ACCL', felt)],
      ['GYRO', series('GYRO', time => [0, 0, yaw(time)])],
    ]),
    tags: [],
    format: 'csv',
  }
}
