import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jumpCourse, sampleFacts, shaking } from '../sample-ride.ts'
import { jumpEvidence } from './jumps.ts'
import { impactEvidence } from './shaking.ts'

const moving = { seconds: 20, speed: 10 }
const jump = (airtime: number, landingG = 3, riding = 0.1) =>
  jumpEvidence(sampleFacts({ ...moving, g: jumpCourse(10, airtime, landingG, riding) })).find(
    ({ type }) => type === 'jump',
  )

describe('jumps', () => {
  it('have their airtime within 30 ms, however much the ride shakes', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.35, max: 2, noNaN: true }),
        fc.double({ min: 2, max: 7, noNaN: true }),
        fc.double({ min: 0.02, max: 0.3, noNaN: true }),
        (airtime, landingG, riding) => {
          const found = jump(airtime, landingG, riding)
          expect(found).toBeDefined()
          expect(Math.abs(found!.value - airtime)).toBeLessThan(0.03)
        },
      ),
      { numRuns: 40 },
    )
  })

  // The sensor samples every 5 ms, so a hundredth of a second is the smallest distinguishable difference.
  it('are stronger the longer they last', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.35, max: 1.8, noNaN: true }),
        fc.double({ min: 0.01, max: 0.5, noNaN: true }),
        (airtime, more) => {
          expect(jump(airtime + more)!.strength).toBeGreaterThanOrEqual(jump(airtime)!.strength)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('include the speed at take-off and the force of landing', () => {
    const found = jumpEvidence(sampleFacts({ ...moving, speed: 17.2, g: jumpCourse(10, 1.2, 4.1) }))
    expect(found.map(({ text }) => String(text))).toEqual([
      '1.2 s of airtime, 62 km/h at takeoff',
      expect.stringMatching(/^landing at (3\.9|4\.0|4\.1) g$/),
    ])
  })

  it("need a landing: a dip over a crest isn't a jump", () => {
    const crest = (t: number) => (t >= 10 && t < 10.6 ? 0.3 : 1)
    expect(jumpEvidence(sampleFacts({ ...moving, g: crest }))).toEqual([])
  })

  it("need time in the air: shaking isn't a jump", () => {
    expect(jumpEvidence(sampleFacts({ ...moving, g: shaking(0.6) }))).toEqual([])
  })

  it('are not found when a stationary camera is dropped or knocked', () => {
    const dropped = sampleFacts({ seconds: 20, speed: 0.2, g: jumpCourse(10, 0.5, 6, 0.01) })
    expect(jumpEvidence(dropped)).toEqual([])
    expect(impactEvidence(dropped)).toEqual([])
  })

  it("don't extend across a cut", () => {
    const facts = sampleFacts({ ...moving, g: jumpCourse(10, 0.8, 3) })
    facts.shots = [
      { start: 0, end: 10.4 },
      { start: 10.4, end: 20 },
    ]
    expect(jumpEvidence(facts)).toEqual([])
  })
})

describe('impacts', () => {
  const hit = (g: number) => (t: number) => (t > 10 && t < 10.06 ? g : shaking(0.1)(t))

  it('are hits without a flight, while riding', () => {
    const found = impactEvidence(sampleFacts({ ...moving, g: hit(6) }))
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ type: 'impact', source: 'imu', unit: 'g' })
    expect(found[0]!.value).toBeGreaterThan(5)
  })

  it("are not a jump's landing", () => {
    const facts = sampleFacts({ ...moving, g: jumpCourse(10, 0.8, 6) })
    expect(impactEvidence(facts)).toEqual([])
  })
})
