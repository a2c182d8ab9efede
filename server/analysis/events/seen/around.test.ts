import { expect, test } from 'vitest'
import { type SampleRide, sampleFacts } from '../../sample-ride.ts'
import { blurIn, diveIn, engineOverWheels, louderThanBeside, parallaxIn, turningIn } from './around.ts'

const during = (inside: number, outside: number) => (time: number) =>
  time >= 20 && time < 24 ? inside : outside
const facts = (ride: Partial<SampleRide>) => sampleFacts({ seconds: 60, ego: {}, ...ride })

test('a band is louder than beside by the dB that it rises, and everything louder leaves shares alone', () => {
  const { heard } = facts({ sound: { engine: during(0.6, 0.06), low: 0.5 } })
  expect(louderThanBeside(heard, 'engine', 20, 24)).toBeCloseTo(1)
  expect(louderThanBeside(heard, 'rush', 20, 24)).toBeCloseTo(0)
  expect(engineOverWheels(heard, 20, 24)).toBeCloseTo(1)
  const gained = facts({ sound: { db: during(-12, -20) } }).heard
  expect(louderThanBeside(gained, 'whole', 20, 24)).toBeCloseTo(0.8)
  expect(engineOverWheels(gained, 20, 24)).toBeCloseTo(0)
})

test('without sound, and beside the ends of a film, nothing is louder', () => {
  const { heard } = facts({ sound: { engine: during(0.6, 0.06) } })
  expect(louderThanBeside(null, 'engine', 20, 24)).toBe(0)
  expect(engineOverWheels(null, 20, 24)).toBe(0)
  expect(louderThanBeside(heard, 'engine', 0, 4)).toBe(0)
})

test('parallax and blur are measured against the usual', () => {
  const { signals, seen } = facts({
    picture: { spread: during(0.12, 0.06) },
    ego: { residual: during(0.3, 0.2) },
  })
  expect(parallaxIn(signals, 20, 24)).toBeCloseTo(Math.log(2))
  expect(blurIn(seen!, signals, 20, 24)).toBeCloseTo(Math.log(1.5))
  expect(parallaxIn(facts({ picture: { spread: 0 } }).signals, 20, 24)).toBe(0)
})

test('a dive of the nose is a rise of the horizon that comes back; a hill is none', () => {
  const dive = (horizon: (time: number) => number) => diveIn(facts({ horizon }).seen!, 20, 24)
  expect(dive(during(0.25, 0.3))).toBeCloseTo(1)
  expect(dive(during(0.35, 0.3))).toBeCloseTo(-1)
  expect(dive(time => (time < 22 ? 0.3 : 0.2))).toBeCloseTo(0, 0)
})

test('turning is a rate without its side', () => {
  expect(turningIn(facts({ ego: { yaw: during(-0.4, 0) } }).seen!, 20, 24)).toBeCloseTo(0.4)
  expect(turningIn(facts({ ego: { yaw: during(2, 0) } }).seen!, 20, 24)).toBe(0.6)
  expect(turningIn(facts({}).seen!, 20, 24)).toBe(0)
})
