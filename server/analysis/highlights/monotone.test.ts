import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseHighlights } from '../choose.ts'
import { detect } from '../detect.ts'
import { jumpCourse, type SampleRide, sampleFacts, shaking } from '../sample-ride.ts'
import { weigh } from '../weigh.ts'

/**
 * Strength of the only highlight of a ride, using the whole analysis; 0 when there is no highlight. The score
 * rises with it (calibration.test.ts).
 */
function best(ride: Omit<SampleRide, 'seconds'>): number {
  const facts = sampleFacts({ seconds: 60, ...ride })
  return Math.max(
    0,
    ...chooseHighlights(weigh(detect(facts), facts), facts).highlights.map(({ strength = 0 }) => strength),
  )
}

const range = (min: number, max: number) => fc.double({ min, max, noNaN: true })
/** A measure of the highlight that never lowers its strength, all else equal. */
const rises = (low: number, high: number, strengthOf: (value: number) => number, slack = 0) =>
  fc.assert(
    fc.property(range(low, high), range(low, high), (a, b) => {
      expect(strengthOf(Math.max(a, b))).toBeGreaterThanOrEqual(strengthOf(Math.min(a, b)) - slack)
    }),
    { numRuns: 25 },
  )
const during = (inside: number, outside: number) => (t: number) => (t >= 28 && t < 32 ? inside : outside)
const swell = (top: number, usual: number) => (t: number) =>
  usual + (top - usual) * Math.max(0, Math.min(1, (t - 24) / 4, (36 - t) / 4))

/** A vehicle's bend, which pulls it sideways by its speed. */
const bend = (speed: number, rate: number): Omit<SampleRide, 'seconds'> => ({
  speed,
  turn: t => (t >= 30 && t < 32 ? rate : 0),
  g: shaking(0.1),
})

describe("a highlight's strength never falls", () => {
  it('with more airtime', () => {
    rises(0.3, 2, airtime => best({ speed: 10, g: jumpCourse(30, airtime, 3) }))
  })

  it('with a harder landing', () => {
    // The steeper edge of a harder landing is measured a sample or two of 5 ms earlier, which shortens the
    // airtime.
    rises(1.8, 8, g => best({ speed: 10, g: jumpCourse(30, 0.8, g) }), 0.005)
  })

  it('with a harder hit', () => {
    rises(3, 10, g => best({ speed: 10, g: t => (t >= 30 && t < 30.05 ? g : shaking(0.1)(t)) }))
  })

  it('with rougher ground', () => {
    rises(0.3, 1.6, rms => best({ speed: 10, g: t => shaking(during(rms, 0.1)(t))(t) }))
  })

  it('with more speed', () => {
    rises(10, 40, top => best({ speed: swell(top, 9), g: shaking(0.1) }))
  })

  it('with more speed in the same bend, and a sharper bend at the same speed', () => {
    rises(4, 14, speed => best(bend(speed, 1)))
    rises(0.5, 3, rate => best(bend(8, rate)))
  })

  it('with harder braking', () => {
    rises(3, 12, force =>
      best({ speed: t => Math.max(4, 22 - force * Math.max(0, t - 30)), g: shaking(0.1) }),
    )
  })
})
