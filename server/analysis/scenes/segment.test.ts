import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeShortSegments } from './segment.ts'

const segments = (...given: [from: number, to: number, label: number][]) =>
  given.map(([from, to, label]) => ({ from, to, label }))
const nowhere = () => false

test('a short segment joins its longer neighbor, and equal labels merge', () => {
  expect(mergeShortSegments(segments([0, 20, 1], [20, 24, 2], [24, 60, 1]), 8, nowhere)).toEqual(
    segments([0, 60, 1]),
  )
  expect(mergeShortSegments(segments([0, 20, 1], [20, 24, 2], [24, 60, 3]), 8, nowhere)).toEqual(
    segments([0, 20, 1], [20, 60, 3]),
  )
})

test('a separate take stays, however short; nothing is joined across a cut', () => {
  const cuts = (step: number) => step === 20 || step === 24
  const given = segments([0, 20, 1], [20, 24, 2], [24, 60, 1])
  expect(mergeShortSegments(given, 8, cuts)).toEqual(given)
  const same = segments([0, 20, 1], [20, 60, 1])
  expect(mergeShortSegments(same, 8, cuts)).toEqual(same)
})

test('for any input, everything is covered and only takes are short', () => {
  const steps = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 12 })
  fc.assert(
    fc.property(steps, fc.array(fc.boolean()), fc.array(fc.nat(3)), (edges, cutAt, labels) => {
      const bounds = [0, ...edges.toSorted((a, b) => a - b), 100]
      const free = new Set(bounds.filter((_, i) => cutAt[i]))
      const given = bounds.slice(1).map((to, i) => ({ from: bounds[i]!, to, label: labels[i] ?? 0 }))
      const kept = mergeShortSegments(given, 8, step => free.has(step))
      expect([kept[0]!.from, kept.at(-1)!.to]).toEqual([0, 100])
      kept.forEach((one, i) => {
        if (i > 0) expect(one.from).toBe(kept[i - 1]!.to)
        const bounded = (step: number) => step === 0 || step === 100 || free.has(step)
        if (one.to - one.from < 8) expect([bounded(one.from), bounded(one.to)]).toEqual([true, true])
      })
    }),
  )
})
