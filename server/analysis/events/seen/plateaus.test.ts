import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, courseOf, hasBothSides, meanContrast, plateaus, type Search } from './plateaus.ts'

const hz = 8
const search: Search = {
  side: 1,
  hz,
  shot: { from: 0, to: 60 * hz },
  beside: { seconds: 3, gap: 1 },
  oneSided: false,
  lengths: [3, 5, 8],
  least: 0.5,
}
const course = (level: (time: number) => number, seconds = 60) =>
  courseOf(Float32Array.from({ length: seconds * hz }, (_, i) => level(i / hz)))
const between = (from: number, to: number) => (time: number) => (time >= from && time < to ? 1 : 0)

describe('plateaus', () => {
  it('have the ends of the level, not those of the tried stretches', () => {
    for (const [from, to] of [
      [20, 24.5],
      [30.25, 36.75],
    ] as const) {
      const [found, ...others] = plateaus(course(between(from, to)), search)
      expect(others).toEqual([])
      expect([found!.from / hz, found!.to / hz]).toEqual([from, to])
    }
  })

  it('lie below what is beside them on the other side', () => {
    const dip = course(time => -between(20, 26)(time))
    expect(plateaus(dip, search)).toEqual([])
    expect(plateaus(dip, { ...search, side: -1 })).toEqual([{ from: 20 * hz, to: 26 * hz, height: 1 }])
  })

  it('need both sides, unless one is enough', () => {
    const first = course(between(0, 5))
    expect(plateaus(first, search)).toEqual([])
    expect(plateaus(first, { ...search, oneSided: true })).toEqual([{ from: 0, to: 5 * hz, height: 1 }])
    expect(hasBothSides(first, { from: 0, to: 5 * hz }, search)).toBe(false)
  })

  it('stand out from the higher side, and on average from both', () => {
    const step = course(time => between(20, 26)(time) + 0.4 * between(26, 60)(time))
    const stretch = { from: 20 * hz, to: 26 * hz }
    expect(contrast(step, stretch, search)).toBeCloseTo(0.6)
    expect(meanContrast(step, stretch, search)).toBeCloseTo(0.8)
  })

  it('are within their shot, whatever the level does', () => {
    const level = fc.float({ min: -2, max: 2, noNaN: true })
    fc.assert(
      fc.property(
        fc.array(level, { minLength: 1, maxLength: 400 }),
        fc.nat(60),
        fc.boolean(),
        fc.constantFrom<1 | -1>(1, -1),
        (levels, cut, oneSided, side) => {
          const shot = { from: Math.min(cut, levels.length - 1), to: levels.length }
          const found = plateaus(courseOf(Float32Array.from(levels)), { ...search, side, oneSided, shot })
          for (const { from, to } of found) {
            expect(from).toBeGreaterThanOrEqual(shot.from)
            expect(to).toBeLessThanOrEqual(shot.to)
            expect(to).toBeGreaterThan(from)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
