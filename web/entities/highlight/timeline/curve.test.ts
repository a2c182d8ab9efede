import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { curvePaths, peaks, space } from './curve.ts'

const level = fc.double({ min: 0, max: 1, noNaN: true })

describe('peaks', () => {
  test('keeps the highest value however narrow the timeline is', () => {
    fc.assert(
      fc.property(
        fc.array(level, { minLength: 1, maxLength: 900 }),
        fc.integer({ min: 1, max: 300 }),
        (values, count) => {
          const kept = peaks(values, count)
          expect(kept.length).toBeLessThanOrEqual(Math.max(count, 1))
          expect(Math.max(...kept)).toBe(Math.max(...values))
        },
      ),
    )
  })

  test('leaves a short curve as measured', () => {
    expect(peaks([0.1, 0.9, 0.2], 10)).toEqual([0.1, 0.9, 0.2])
  })
})

describe('curvePaths', () => {
  test('the drawn line stays between two neighboring measurements', () => {
    fc.assert(
      fc.property(fc.array(level, { minLength: 2, maxLength: 60 }), values => {
        const numbers = [...curvePaths(values).line.matchAll(/-?\d+\.?\d*/g)].map(Number)
        let from = numbers[1] as number
        for (let i = 2; i < numbers.length; i += 6) {
          const [c1, c2, to] = [numbers[i + 1] as number, numbers[i + 3] as number, numbers[i + 5] as number]
          const [low, high] = [Math.min(from, to) - 0.02, Math.max(from, to) + 0.02]
          for (const t of [0.25, 0.5, 0.75]) {
            const y =
              (1 - t) ** 3 * from + 3 * (1 - t) ** 2 * t * c1 + 3 * (1 - t) * t ** 2 * c2 + t ** 3 * to
            expect(y).toBeGreaterThanOrEqual(low)
            expect(y).toBeLessThanOrEqual(high)
          }
          from = to
        }
      }),
    )
  })

  test('spans the whole width and closes the area at the ground', () => {
    const { line, area } = curvePaths([0, 1, 0.5])
    expect(line.startsWith('M0 100.00')).toBe(true)
    expect(line.endsWith(`${space.width}.00 50.00`)).toBe(true)
    expect(area).toBe(`${line}V${space.height}H0Z`)
  })

  test('one value makes no curve', () => {
    expect(curvePaths([0.5])).toEqual({ line: '', area: '' })
  })
})
