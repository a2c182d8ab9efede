import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Telemetry } from '#telemetry/types.ts'
import { levelMotion } from '../attitude/level.ts'
import { type SampleDrive, sampleDrive } from '../attitude/sample-drive.ts'
import { evidenceIn, jumpCourse, sampleFacts, sampleTelemetry } from '../sample-ride.ts'
import type { RideFacts } from '../types.ts'
import { forceEvidence } from './forces.ts'
import { turningEvidence } from './turning.ts'

const levelOf = ({ series }: Telemetry, seconds: number) =>
  levelMotion(series.get('ACCL'), series.get('GYRO'), seconds)
const factsOf = (telemetry: Telemetry, seconds: number): RideFacts => ({
  ...sampleFacts({ seconds, sound: null }),
  telemetry,
  level: levelOf(telemetry, seconds),
})
const found = (drive: SampleDrive) => {
  const facts = factsOf(sampleDrive(drive), drive.seconds)
  return forceEvidence(facts)
}
const kinds = (drive: SampleDrive) => found(drive).map(({ type }) => type)

/** 15 m/s, a bend to the left at 20 s, a hard brake at 40 s, and a hard launch at 60 s. */
const bend = (time: number) => (time >= 20 && time < 23 ? 0.5 : 0)
function speed(time: number): number {
  if (time < 40) return 15
  if (time < 42) return 15 - 6 * (time - 40)
  if (time < 60) return 3
  return Math.min(15, 3 + 5 * (time - 60))
}
const drive: SampleDrive = { seconds: 90, speed, yaw: bend }

describe('events from forces', () => {
  it('distinguish braking, acceleration and bends however the camera is mounted', () => {
    const angle = fc.integer({ min: -314, max: 314 }).map(hundredths => hundredths / 100)
    fc.assert(
      fc.property(angle, angle, angle, (x, y, z) => {
        const [turn, brake, launch] = found({ ...drive, mount: [x, y, z] })
          .toSorted((a, b) => a.core - b.core)
          .slice(0, 3)
        expect([turn, brake, launch].map(item => item?.type)).toEqual([
          'sharp_turn',
          'hard_braking',
          'acceleration',
        ])
        expect(turn!.value).toBeGreaterThan(75)
        expect(brake!.value).toBeCloseTo(0.6, 1)
        expect(brake!.core).toBeGreaterThan(40)
        expect(brake!.core).toBeLessThan(42)
        expect(launch!.value).toBeCloseTo(0.5, 1)
      }),
      { numRuns: 30 },
    )
  })

  it('are called a change of speed when no bend has shown the forward direction', () => {
    const items = found({ ...drive, yaw: () => 0 })
    expect(items.map(({ type }) => type)).toEqual(['acceleration', 'acceleration'])
    expect(String(items[0]!.text)).toMatch(/^a change of speed at 0\.6 g, felt for 2\.\d s$/)
  })

  it('ignore gentle driving', () => {
    const gentle = (time: number) => 12 + 4 * Math.sin(time / 4)
    expect(kinds({ seconds: 90, speed: gentle, yaw: time => 0.15 * Math.sin(time / 5) })).toEqual([])
  })

  it("don't take a camera that only looks around for a vehicle", () => {
    const walk: SampleDrive = {
      seconds: 60,
      speed: () => 1.4,
      yaw: time => (time > 20 && time < 22 ? 1.5 : 0),
    }
    const facts = factsOf(sampleDrive(walk), walk.seconds)
    facts.state.moving.fill(1)
    expect(turningEvidence(facts)).toHaveLength(1)
    expect(evidenceIn(facts).filter(({ type }) => type === 'sharp_turn')).toEqual([])
  })

  it('leave speed to GPS if available', () => {
    const telemetry = sampleDrive(drive)
    const gps = sampleTelemetry({ seconds: 90, speed })!
    const both = { ...telemetry, series: new Map([...telemetry.series, ...gps.series]) }
    const facts = { ...sampleFacts({ seconds: 90, speed, sound: null }), level: levelOf(both, 90) }
    const types = () => forceEvidence({ ...facts, telemetry: both }).map(({ type }) => type)
    expect(types()).toEqual(['sharp_turn'])
    facts.state.speed!.fill(Number.NaN, 38 * 4, 44 * 4)
    expect(types()).toEqual(['sharp_turn', 'hard_braking'])
  })

  it('are silent around a jump, whose ramp and landing push as well', () => {
    const facts = factsOf(sampleDrive(drive), 90)
    const brakes = (felt: RideFacts['felt']) =>
      forceEvidence({ ...facts, felt }).filter(({ type }) => type === 'hard_braking')
    expect(brakes(facts.felt)).toHaveLength(1)
    expect(brakes(sampleFacts({ seconds: 90, g: jumpCourse(39, 0.8, 4) }).felt)).toEqual([])
  })
})
