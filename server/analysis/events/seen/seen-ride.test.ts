import { describe, expect, it, test } from 'vitest'
import {
  during,
  evidenceIn,
  ofType,
  type SampleRide,
  sampleFacts,
  shakes,
  shaking,
} from '../../sample-ride.ts'
import { possibleLandings } from './landings.ts'
import { likelihoodOf } from './likelihood.ts'

const usual = shakes(() => 0.2)
/** A ride with the usual shaking and bends. */
const bends = (time: number) => 0.06 * Math.sin(time / 2.1)
const riding: NonNullable<SampleRide['ego']> = { pitch: usual, yaw: bends }

describe('a fast stretch', () => {
  const fast = (from: number, to: number): SampleRide => ({
    seconds: 80,
    // Fast motion blurs neighboring frames.
    ego: {
      ...riding,
      growth: during(from, to, 0.8, 0.3),
      pitch: shakes(during(from, to, 0.3, 0.2)),
      residual: during(from, to, 0.3, 0.2),
    },
  })

  it('is where the scenery approaches much faster for seconds', () => {
    const [found, ...others] = ofType(fast(30, 38), 'fast_stretch')
    expect(others).toEqual([])
    expect(Math.abs(found!.start - 30)).toBeLessThan(1)
    expect(Math.abs(found!.end - 38)).toBeLessThan(1)
    expect(found!.value).toBeGreaterThan(2)
    expect(found!.text).toMatch(/^[78]\.\d s at about 2\.\d× the ride's usual pace$/)
  })

  it('is not the brief approach to a jump or a bend', () => {
    expect(ofType(fast(30, 32), 'fast_stretch')).toEqual([])
  })

  it('is left to GPS where there is GPS, and needs a picture that approaches something', () => {
    expect(ofType({ ...fast(30, 38), speed: 9 }, 'fast_stretch')).toEqual([])
    const parked = { ...riding, growth: during(30, 38, 0.03, 0.01) }
    expect(ofType({ seconds: 80, ego: parked }, 'fast_stretch')).toEqual([])
  })

  it('is the same for a camera that looks back', () => {
    const { ego, ...rest } = fast(30, 38)
    const growth = during(30, 38, -0.8, -0.3)
    expect(ofType({ ...rest, ego: { ...ego, growth } }, 'fast_stretch')).toEqual(
      ofType(fast(30, 38), 'fast_stretch'),
    )
  })
})

describe('a turn', () => {
  const turning = (rate: (time: number) => number): SampleRide => ({
    seconds: 80,
    ego: {
      ...riding,
      yaw: time => bends(time) + rate(time),
      growth: time => (Math.abs(rate(time)) > 0 ? 0.1 : 0.3),
      residual: time => (Math.abs(rate(time)) > 0 ? 0.35 : 0.2),
    },
  })

  it('is a view that turns far and fast, to either side', () => {
    for (const side of [1, -1]) {
      const [found, ...others] = ofType(turning(during(30, 32.5, 0.45 * side, 0)), 'swing')
      expect(others).toEqual([])
      expect(Math.abs(found!.start - 30)).toBeLessThan(0.5)
      expect(Math.abs(found!.end - 32.5)).toBeLessThan(0.5)
      expect(found!.value).toBeCloseTo(1.1, 0)
      expect(found!.text).toMatch(/^the view turns by [01]\.\d picture widths in 2\.\d s$/)
    }
  })

  it("is neither a glance nor one of the ride's usual bends, and is left to a gyroscope", () => {
    expect(ofType(turning(during(30, 30.5, 0.45, 0)), 'swing')).toEqual([])
    expect(
      ofType(
        turning(() => 0),
        'swing',
      ),
    ).toEqual([])
    expect(ofType({ ...turning(during(30, 32.5, 0.45, 0)), turn: 0.1 }, 'swing')).toEqual([])
  })
})

describe('a rough stretch', () => {
  const rough = (from: number, to: number): SampleRide => ({
    seconds: 80,
    ego: { ...riding, pitch: shakes(during(from, to, 0.6, 0.2)) },
  })

  it('shakes the picture hard and for seconds', () => {
    const [found, ...others] = ofType(rough(30, 36), 'shaken_picture')
    expect(others).toEqual([])
    expect(Math.abs(found!.start - 30)).toBeLessThan(0.6)
    expect(Math.abs(found!.end - 36)).toBeLessThan(0.6)
    expect(found!.text).toMatch(/^[56]\.\d s of shaking [23]\.\d× as strong as usual$/)
  })

  it('is not a jolt, and is left to a motion sensor', () => {
    expect(ofType(rough(30, 31), 'shaken_picture')).toEqual([])
    expect(ofType({ ...rough(30, 36), g: shaking(0.1) }, 'shaken_picture')).toEqual([])
  })
})

test('nothing is found in a picture too dark to show anything, and no strength is missing', () => {
  const items = evidenceIn(
    sampleFacts({ seconds: 60, ego: { residual: 1 }, sound: { db: t => (t % 5 < 0.1 ? 0 : -20) } }),
  )
  for (const { type, strength } of items) {
    expect(['fast_stretch', 'swing', 'shaken_picture', 'air_then_thump']).not.toContain(type)
    expect(strength).toBeGreaterThan(0)
  }
})

describe('a likely jump', () => {
  const [takeOff, landing] = [30, 31]
  /** Calm in the air, then a jolt; the camera turns up at takeoff and down at the landing. */
  const flight = shakes(time =>
    time > takeOff && time < landing ? 0.03 : time >= landing && time < landing + 0.4 ? 0.8 : 0.2,
  )
  const kicks = (time: number) =>
    flight(time) +
    during(takeOff - 0.2, takeOff + 0.2, 0.5, 0)(time) -
    during(landing, landing + 0.3, 0.5, 0)(time)
  const thump = (time: number) => (time >= landing && time < landing + 0.2 ? 16 : 0)
  const jump: SampleRide = {
    seconds: 60,
    ego: { ...riding, pitch: kicks },
    sound: { db: t => -20 + thump(t), voice: t => (thump(t) > 0 ? 0.1 : 0.03) },
  }

  it('jolts picture and sound at once after a calm flight', () => {
    const [found, ...others] = ofType(jump, 'air_then_thump')
    expect(others).toEqual([])
    expect(Math.abs(found!.core - landing)).toBeLessThan(0.3)
    expect(Math.abs(found!.value - 1)).toBeLessThan(0.35)
    expect(found!.text).toMatch(/^a 1\d dB thump and a jolt \d+\.\d× as strong as the shaking before it$/)
  })

  it('is seen without sound too', () => {
    const [found, ...others] = ofType({ ...jump, sound: null }, 'air_then_thump')
    expect(others).toEqual([])
    expect(found!.source).toBe('picture')
    expect(found!.text).toMatch(/^a jolt \d+\.\d× as strong as the shaking before it$/)
  })

  it('is more likely where the horizon drops in the air and comes back', () => {
    const likely = (horizon: (time: number) => number) => {
      const facts = sampleFacts({ ...jump, sound: null, horizon })
      const landings = possibleLandings(facts).filter(({ end }) => Math.abs(end - landing) < 0.3)
      return Math.max(...landings.map(({ signs }) => likelihoodOf(signs, 'silentLanding')))
    }
    const still = likely(() => 0.3)
    expect(likely(time => 0.3 + during(takeOff - 0.3, landing + 0.1, 0.1, 0)(time))).toBeGreaterThan(still)
    expect(likely(time => 0.3 + during(takeOff - 0.3, landing + 6, 0.1, 0)(time))).toBeCloseTo(still, 1)
  })

  it('is neither a thump without a jolt nor a beat of music', () => {
    expect(ofType({ ...jump, ego: riding }, 'air_then_thump')).toEqual([])
    const beat = (time: number) => (time % 0.7 < 0.15 ? 16 : 0)
    const music = { db: (t: number) => -20 + beat(t), voice: (t: number) => (beat(t) > 0 ? 0.1 : 0.03) }
    expect(ofType({ seconds: 60, ego: riding, sound: music }, 'air_then_thump')).toEqual([])
  })

  it("doesn't take off while a hand is still on the shutter", () => {
    const earlier = (by: number): SampleRide => ({
      seconds: 60,
      ego: { ...riding, pitch: t => kicks(t + by) },
      sound: { db: t => -20 + thump(t + by), voice: t => (thump(t + by) > 0 ? 0.1 : 0.03) },
    })
    expect(ofType(earlier(20), 'air_then_thump')).toHaveLength(1)
    expect(ofType(earlier(takeOff - 0.3), 'air_then_thump')).toEqual([])
  })

  it("doesn't happen where a motion sensor felt no flight", () => {
    expect(ofType({ ...jump, g: shaking(0.1) }, 'air_then_thump')).toEqual([])
  })
})
