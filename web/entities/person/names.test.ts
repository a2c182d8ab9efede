import { expect, test } from 'vitest'
import { initialsOf, nameOf } from './names.ts'

test('a user is called by first name, else by the email before the at-sign', () => {
  expect(nameOf({ firstName: 'Kim', email: 'k@x.example' })).toBe('Kim')
  expect(nameOf({ firstName: null, email: 'sand.rider@x.example' })).toBe('sand.rider')
  expect(nameOf({ firstName: '', email: 'sand@x.example' })).toBe('sand')
  expect(initialsOf({ firstName: 'Kim', lastName: 'Sand', email: 'k@x.example' })).toBe('KS')
  expect(initialsOf({ firstName: null, lastName: null, email: 'rider@x.example' })).toBe('R')
})
