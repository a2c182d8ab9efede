import { expect, test } from 'vitest'
import { durationOf, initialsOf, instants, nameOf } from './rules.ts'

test('a user is called by the first name, else by the e-mail before the at-sign', () => {
  expect(nameOf({ firstName: 'Kim', email: 'k@x.example' })).toBe('Kim')
  expect(nameOf({ firstName: null, email: 'sand.rider@x.example' })).toBe('sand.rider')
  expect(nameOf({ firstName: '', email: 'sand@x.example' })).toBe('sand')
  expect(initialsOf({ firstName: 'Kim', lastName: 'Sand', email: 'k@x.example' })).toBe('KS')
  expect(initialsOf({ firstName: null, lastName: null, email: 'rider@x.example' })).toBe('R')
})

test("a duration is m:ss or 'Unknown duration'", () => {
  expect(durationOf(194.4)).toBe('3:14')
  expect(durationOf(0)).toBe('Unknown duration')
})

test('the last day of a filter counts as a whole', () => {
  const { from, to } = instants('2026-03-01', '2026-03-01')
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(24 * 3_600_000)
  expect(instants('', '')).toEqual({})
})
