import { buildPayloads, type StreamWriter } from './gpmf.ts'
import { accelerometer, type GpsState, gps5, gps9, gravity, gyroscope, sceneClasses } from './sensors.ts'

/** Rows of one stream: `values` holds `axes` numbers per time. */
export interface Rows {
  times: Float64Array
  values: Float64Array
}

function rows(
  hz: number,
  seconds: number,
  axes: number,
  value: (time: number, axis: number) => number,
): Rows {
  const count = Math.floor(hz * seconds)
  const times = Float64Array.from({ length: count }, (_, index) => index / hz)
  const values = new Float64Array(count * axes)
  for (let index = 0; index < count; index++)
    for (let axis = 0; axis < axes; axis++) values[index * axes + axis] = value(index / hz, axis)
  return { times, values }
}

const goodFix = (payload: number): GpsState => ({
  fix: 3,
  precision: 150,
  utc: `261121${new Date(payload * 1000).toISOString().slice(11, 19).replaceAll(':', '')}.000`,
})

/**
 * Telemetry of a ride around a circle of 100 m at 10 m/s over rolling ground, without randomness: for tests
 * and benchmarks that need plausible numbers rather than events.
 */
export function sampleTelemetry(seconds: number, options: { gps9?: boolean; scenes?: boolean } = {}) {
  const accl = rows(
    200,
    seconds,
    3,
    (time, axis) => (axis === 0 ? 9.81 : 0) + 3 * Math.sin(time * (7 + axis)),
  )
  const gyro = rows(200, seconds, 3, (time, axis) => Math.sin(time * (2 + axis)))
  const grav = rows(30, seconds, 3, (time, axis) => [0, Math.cos(time / 9), Math.sin(time / 9)][axis]!)
  const position = (time: number, axis: number): number =>
    [
      45 + 0.0009 * Math.sin(time / 10),
      7 + 0.00127 * Math.cos(time / 10),
      500 + 5 * Math.sin(time / 20),
      10,
      10.01,
    ][axis]!
  const gps = rows(18, seconds, 5, position)
  const gpsClock = rows(10, seconds, 9, (time, axis) =>
    axis < 5 ? position(time, axis) : [9821, 40_000 + time, 1.5, 3][axis - 5]!,
  )
  const scenes = rows(9, seconds, 3, (time, axis) => (1 + Math.sin(time + axis)) / 2)
  const streams: StreamWriter[] = [accelerometer(accl), gyroscope(gyro), gps5(gps, goodFix), gravity(grav)]
  if (options.gps9) streams.push(gps9(gpsClock))
  if (options.scenes) streams.push(sceneClasses(['SNOW', 'VEGE', 'WATR'], scenes))
  return {
    rows: { ACCL: accl, GYRO: gyro, GPS5: gps, GRAV: grav, GPS9: gpsClock, SCEN: scenes },
    ...buildPayloads({ name: 'Trailcut Simulator' }, streams, seconds),
  }
}
