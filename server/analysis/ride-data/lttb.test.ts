import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lttb } from './lttb.ts'

test('keeps every point of a short line', () => {
  expect(lttb([0, 1, 2], [5, 6, 7], 3)).toEqual([0, 1, 2])
  expect(lttb([], [], 2000)).toEqual([])
})

test("keeps a flat line's spike and both its ends", () => {
  const xs = Float64Array.from({ length: 1000 }, (_, i) => i)
  const ys = new Float64Array(1000)
  ys[437] = 9
  const kept = lttb(xs, ys, 20)
  expect(kept).toHaveLength(20)
  expect([kept[0], kept.at(-1)]).toEqual([0, 999])
  expect(kept).toContain(437)
})

test('chooses the largest triangle with the mean of the next bucket', () => {
  // Buckets: 1, 2 | 3, 4 | and the ends. From (0, 0) to the mean (3.5, 0): the higher of the first two wins.
  expect(lttb([0, 1, 2, 3, 4, 5], [0, 1, 3, 0, 0, 0], 4)).toEqual([0, 2, 3, 5])
})

test('keeps the corner of a track given in meters', () => {
  const xs = Array.from({ length: 201 }, (_, i) => Math.min(i, 100))
  const ys = Array.from({ length: 201 }, (_, i) => Math.max(0, i - 100))
  expect(lttb(xs, ys, 7)).toContain(100)
})

test('never keeps more than requested, in order and without repeats', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { maxLength: 400 }),
      fc.integer({ min: 2, max: 100 }),
      (ys, count) => {
        const kept = lttb(
          ys.map((_, i) => i),
          ys,
          count,
        )
        expect(kept).toHaveLength(Math.min(count, ys.length))
        expect(kept.every((index, i) => i === 0 || index > (kept[i - 1] as number))).toBe(true)
        if (ys.length > 0) expect([kept[0], kept.at(-1)]).toEqual([0, ys.length - 1])
      },
    ),
  )
})
