import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

test('allows a burst, then spreads calls; after a pause it allows a burst again', () => {
  let now = 1_000_000
  const pace = new Pace({ perSecond: 80, burst: 3 }, () => now)
  const takes = (count: number) => Array.from({ length: count }, () => pace.take())
  expect(takes(5)).toEqual([0, 0, 0, 12.5, 25])
  now += 10_000
  expect(takes(4)).toEqual([0, 0, 0, 12.5])
})

test('no second has more calls than the limit plus a burst', () => {
  let now = 0
  const pace = new Pace({ perSecond: 80, burst: 10 }, () => now)
  const times: number[] = []
  for (let i = 0; i < 1000; i++) {
    now += pace.take()
    times.push(now)
  }
  for (const start of times)
    expect(times.filter(t => t >= start && t < start + 1000).length).toBeLessThanOrEqual(90)
})
