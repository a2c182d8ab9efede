import { expect, test } from 'vitest'
import { visitSomehow } from '../../lib/some-visit.ts'
import { pathOf, placeOf, speedAt } from './ride-place.ts'

visitSomehow()

test('a moment of a ride is written as its place and its clock, and before its start with a minus', () => {
  expect(placeOf(3723.44, null)).toBe('1:02:03.4')
  expect(placeOf(59.96, null)).toBe('1:00.0')
  expect(placeOf(-2.5, null)).toBe('−0:02.5')
  expect(placeOf(60, '2026-06-01T15:30:00.000Z')).toMatch(/^1:00\.0 \(.*2026.*\)$/)
})

test('the speed between two steps is in proportion, and unknown next to a gap', () => {
  const ride = { stepSeconds: 2, speeds: [0, 10, null, 4] }
  expect(speedAt(ride, 1)).toBe(0)
  expect(speedAt(ride, 2)).toBe(5)
  expect(speedAt(ride, 4)).toBeNull()
  expect(speedAt(ride, -5)).toBeNull()
  expect(speedAt(ride, 7)).toBe(4)
})

test('the line of a ride breaks where nothing was measured', () => {
  expect(pathOf({ stepSeconds: 1, speeds: [1, 1, null, null, 1, 1, 1] }, 0, 7).match(/M/g)).toHaveLength(2)
  expect(pathOf({ stepSeconds: 1, speeds: [] }, 0, 7)).toBe('')
})
