import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evidenceTypes } from '#contract/evidence.ts'
import { strengthBy, strengthOf } from './anchors.ts'

describe('strength from the anchors', () => {
  it.each([
    ['jump', 0.3, 0.45],
    ['jump', 0.6, 0.62],
    ['jump', 1, 0.8],
    ['jump', 1.5, 0.95],
    ['hard_landing', 4, 0.7],
    ['speed', 80, 0.6],
    ['hard_braking', 0.8, 0.65],
    ['rotation', 360, 0.95],
  ] as const)('%s of %d has strength %d', (type, value, strength) => {
    expect(strengthOf(type, value)).toBeCloseTo(strength)
  })

  it('never falls as a value grows, and stays between 0 and 1', () => {
    const value = fc.double({ min: -10, max: 1000, noNaN: true })
    fc.assert(
      fc.property(fc.constantFrom(...evidenceTypes), value, value, (type, a, b) => {
        const [low, high] = [strengthOf(type, Math.min(a, b)), strengthOf(type, Math.max(a, b))]
        expect(low).toBeLessThanOrEqual(high)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
      }),
    )
  })

  it.each([
    ['pull', 0.8, 0.65],
    ['entrySpeed', 36, 0.8],
  ] as const)('%s of %d has strength %d', (measure, value, strength) => {
    expect(strengthBy(measure, value)).toBeCloseTo(strength)
  })

  it.each(['pull', 'entrySpeed', 'turnNoise', 'runNoise', 'entryNoise'] as const)(
    'never falls as %s grows, either',
    measure => {
      const value = fc.double({ min: -150, max: 300, noNaN: true })
      fc.assert(
        fc.property(value, value, (a, b) => {
          const [low, high] = [strengthBy(measure, Math.min(a, b)), strengthBy(measure, Math.max(a, b))]
          expect(low).toBeLessThanOrEqual(high)
          expect(low).toBeGreaterThanOrEqual(0)
          expect(high).toBeLessThanOrEqual(1)
        }),
      )
    },
  )

  it('is zero for missing measurements', () => {
    expect(strengthOf('jump', Number.NaN)).toBe(0)
    expect(strengthOf('jump', 0)).toBe(0)
  })
})
