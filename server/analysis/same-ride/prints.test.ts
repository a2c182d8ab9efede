import { expect, test } from 'vitest'
import type { Telemetry, TelemetrySeries } from '#telemetry/types.ts'
import { random } from '#test/harness/random.ts'
import { printsOf } from './prints.ts'

/** An accelerometer's samples as a camera writes them: 16-bit steps, with noise that never repeats. */
function recording(seconds: number, seed: number, { hz = 200, noise = true } = {}): Telemetry {
  const next = random(seed)
  const times = Float64Array.from({ length: seconds * hz }, (_, i) => i / hz)
  const values = Float64Array.from({ length: times.length * 3 }, () =>
    noise ? (next(4000) - 2000) / 417 : 9.81,
  )
  const series: TelemetrySeries = { fourcc: 'ACCL', name: '', units: 'm/s²', axes: 3, times, values }
  return { device: null, series: new Map([['ACCL', series]]), tags: [], format: 'gpmf' }
}

/** A section of the recording, with times starting at 0 as in a trimmed file. */
function trimmed(telemetry: Telemetry, from: number, to: number): Telemetry {
  const all = telemetry.series.get('ACCL')!
  const [first, last] = [all.times.findIndex(time => time >= from), all.times.findIndex(time => time >= to)]
  const times = all.times.slice(first, last).map(time => time - from)
  const values = all.values.slice(first * 3, last * 3)
  return { ...telemetry, series: new Map([['ACCL', { ...all, times, values }]]) }
}

const shared = (one: number[], other: number[]) => one.filter(print => other.includes(print)).length

test('a recording has about one print a second', () => {
  const { length } = printsOf(recording(600, 1))
  expect(length).toBeGreaterThan(500)
  expect(length).toBeLessThan(700)
})

test('a trimmed copy has the prints of its part, from any start', () => {
  const whole = recording(120, 2)
  const part = printsOf(trimmed(whole, 31.237, 81.237))
  expect(part.length).toBeGreaterThan(30)
  expect(shared(part, printsOf(whole))).toBe(part.length)
})

test('another recording shares none', () => {
  expect(shared(printsOf(recording(300, 3)), printsOf(recording(300, 4)))).toBe(0)
})

test('a stationary sensor makes at most one print, and too few samples make none', () => {
  expect(printsOf(recording(60, 5, { noise: false })).length).toBeLessThanOrEqual(1)
  expect(printsOf(recording(1, 6, { hz: 10 }))).toEqual([])
  expect(printsOf(null)).toEqual([])
})

test('an hour from a fast sensor stays within the limit', () => {
  expect(printsOf(recording(3600, 7)).length).toBeLessThanOrEqual(8192)
})
