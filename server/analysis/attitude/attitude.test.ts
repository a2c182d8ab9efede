import { describe, expect, it } from 'vitest'
import type { Telemetry } from '#telemetry/types.ts'
import { receiverOf } from '../receiver.ts'
import { measureRide } from '../ride-data/measure.ts'
import { levelHz, levelMotion } from './level.ts'
import { sampleDrive } from './sample-drive.ts'
import { travelMotion } from './travel.ts'

const brake = (time: number) => (time < 30 ? 20 : Math.max(5, 20 - 5 * (time - 30)))
const bend = (time: number) => (time > 10 && time < 13 ? 0.4 : 0)
const level = (drive = sampleDrive({ seconds: 60, speed: brake, yaw: bend, mount: [0.9, -0.6, 2.1] })) =>
  levelMotion(drive.series.get('ACCL'), drive.series.get('GYRO'), 60)!

describe('level motion', () => {
  it('keeps gravity out of a three-second brake', () => {
    const { first, second } = level()
    for (const time of [30.5, 31.5, 32.5]) {
      const at = Math.round(time * levelHz)
      expect(Math.abs(Math.hypot(first[at]!, second[at]!) - 5)).toBeLessThan(0.6)
    }
  })

  it('is zero where nothing happens', () => {
    const { first, second, yaw } = level()
    const at = 50 * levelHz
    expect(Math.hypot(first[at]!, second[at]!)).toBeLessThan(0.3)
    expect(yaw[at]!).toBeCloseTo(0, 2)
  })

  it('tolerates a gyroscope with an offset', () => {
    const drive = sampleDrive({ seconds: 60, speed: () => 10 })
    const gyro = drive.series.get('GYRO')!
    for (let i = 0; i < gyro.values.length; i += 3) gyro.values[i] = 0.01
    const { first, second } = level(drive)
    expect(Math.hypot(first[30 * levelHz]!, second[30 * levelHz]!)).toBeLessThan(0.6)
  })

  it('needs both sensors', () => {
    const { series } = sampleDrive({ seconds: 10, speed: () => 10 })
    expect(levelMotion(series.get('ACCL'), undefined, 10)).toBeNull()
    expect(levelMotion(undefined, series.get('GYRO'), 10)).toBeNull()
  })
})

describe('a camera whose axes are unknown', () => {
  const drive = sampleDrive({ seconds: 20, speed: brake, yaw: bend })
  const series = new Map(
    Array.from(drive.series, ([name, one]) => [name, { ...one, axesKnown: false as const }]),
  )
  const telemetry: Telemetry = { device: null, series, tags: [], format: 'insta360' }

  it('has no level motion', () => {
    expect(receiverOf({ ...telemetry, series: drive.series }, 20).level).not.toBeNull()
    expect(receiverOf(telemetry, 20).level).toBeNull()
  })

  it('is measured by magnitudes as ever', () => {
    const known = measureRide({ ...telemetry, series: drive.series }, 20)
    expect(known!.series.map(({ measure }) => measure)).toEqual(expect.arrayContaining(['g', 'turn']))
    expect(measureRide(telemetry, 20)).toEqual(known)
  })
})

describe('motion along the direction of travel', () => {
  it('learns the forward direction from a bend', () => {
    const travel = travelMotion(level())
    const at = Math.round(31.5 * levelHz)
    expect(travel.known[at]).toBe(1)
    expect(travel.forward[at]!).toBeLessThan(-4.3)
    expect(Math.abs(travel.left[at]!)).toBeLessThan(0.5)
  })

  it('is unknown before any bend', () => {
    const straight = sampleDrive({ seconds: 60, speed: brake })
    expect(travelMotion(level(straight)).known.every(value => value === 0)).toBe(true)
  })
})
