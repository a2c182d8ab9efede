import { expect, test } from 'vitest'
import { sampleFacts } from '#server/analysis/sample-ride.ts'
import { fitTakeoffs, flightsOf, takeoffLine } from './fit-takeoffs.ts'

/** Three jumps of different airtime, calm in the air, with a jolt at each landing. */
function film(index: number) {
  const jumps = [0.5, 0.9, 1.3].map((airtime, i) => ({ airtime, landing: 15 + 15 * i + index / 4 }))
  const isIn = (time: number, seconds: [number, number]) => time >= seconds[0] && time < seconds[1]
  const shake = (time: number) =>
    jumps.some(({ airtime, landing }) => isIn(time, [landing - airtime, landing]))
      ? 0.03
      : jumps.some(({ landing }) => isIn(time, [landing, landing + 0.3]))
        ? 0.8
        : 0.2
  const facts = sampleFacts({
    seconds: 60,
    ego: { pitch: time => shake(time) * Math.sin(2 * Math.PI * 11.3 * time) },
  })
  const events = jumps.map(({ airtime, landing }) => ({
    ...{ type: 'jump', start: landing - airtime - 1.2, end: landing + 1.3, core: landing },
    ...{ intensity: 0.7, value: airtime },
  }))
  return flightsOf(`film-${index}`, facts, { durationSeconds: 60, events, cuts: [] })
}

const flights = [0, 1, 2, 3].flatMap(film)

test('each jump is learned from twice, with its sound and without', () => {
  expect(flights).toHaveLength(4 * 3 * 2)
})

test('what tells airtimes apart gets weight, and unseen films are judged by it', () => {
  const weights = fitTakeoffs(flights)
  expect(weights.calm + weights.step).toBeGreaterThan(1)
  expect(weights.hiss).toBe(0)
  const [, middle] = /are off by (\d\.\d\d) s/.exec(takeoffLine(flights))!
  // Guessing the same for all would be off by 0.4.
  expect(Number(middle)).toBeLessThan(0.3)
})

test('without flights nothing is learned', () => {
  expect(Object.values(fitTakeoffs([])).every(weight => weight === 0)).toBe(true)
  expect(takeoffLine([])).toBe('There are no flights to learn from.')
})
