import { describe, expect, it } from 'vitest'
import { levelMotion } from '../attitude/level.ts'
import { sampleFacts } from '../sample-ride.ts'
import type { RideFacts } from '../types.ts'
import { tiltEvidence } from './tilts.ts'

const g = 9.80665
const seconds = 60
const hz = 50

/** A ride without GPS whose vehicle tilts by an angle in rad, with the gyroscope that belongs to it. */
function rideWith(tilt: (time: number) => number): RideFacts {
  const times = Float64Array.from({ length: seconds * hz }, (_, i) => i / hz)
  const series = (fourcc: string, row: (time: number) => [number, number, number]) => ({
    ...{ fourcc, name: fourcc, units: '', axes: 3, times },
    values: Float64Array.from([...times].flatMap(row)),
  })
  const accl = series('ACCL', t => [g * Math.cos(tilt(t)), g * Math.sin(tilt(t)), 0])
  const gyro = series('GYRO', t => [0, 0, (tilt(t - 0.01) - tilt(t + 0.01)) / 0.02])
  const level = levelMotion(accl, gyro, seconds)
  return { ...sampleFacts({ seconds, sound: null }), level }
}
/** From level to `angle` degrees within a second at 20 s, and back at 27 s. */
const slope = (angle: number) => (t: number) =>
  (Math.max(0, Math.min(1, t - 20, 28 - t)) * angle * Math.PI) / 180

describe('slopes by how far the vehicle tilts', () => {
  it.each([
    [20, 'climb', /^7\.\d s up a 3[67]% grade$/],
    [-20, 'descent', /^7\.\d s down a 3[67]% grade$/],
  ] as const)('find %s° as a %s', (angle, type, text) => {
    const [found, ...more] = tiltEvidence(rideWith(slope(angle)))
    expect(more).toEqual([])
    expect(found).toMatchObject({ type, source: 'imu' })
    expect(String(found!.text)).toMatch(text)
    expect(found!.start).toBeCloseTo(20.5, 0)
    expect(found!.end).toBeCloseTo(27.5, 0)
  })

  it("don't depend on how the camera is tilted on its mount", () => {
    const mounted = (t: number) => 0.35 + slope(20)(t)
    expect(tiltEvidence(rideWith(mounted)).map(({ type }) => type)).toEqual(['climb'])
  })

  it('ignore gentle slopes, and are left to a receiver that measures height', () => {
    expect(tiltEvidence(rideWith(slope(6)))).toEqual([])
    const facts = rideWith(slope(20))
    const { state } = sampleFacts({ seconds, speed: 9, sound: null })
    expect(tiltEvidence({ ...facts, state })).toEqual([])
  })
})
