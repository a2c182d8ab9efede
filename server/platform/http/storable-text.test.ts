import { expect, test } from 'vitest'
import { isStorable } from './storable-text.ts'

test('text of any language and emoji is kept, at any depth', () => {
  expect(isStorable({ title: 'Matsch 🏍️ בוץ', tags: ['a', { b: null, c: 1, d: true }] })).toBe(true)
  expect(isStorable(undefined)).toBe(true)
  expect(isStorable(Buffer.from([0]))).toBe(true)
})

test('NUL and half a surrogate pair are not, as value or as name', () => {
  for (const text of ['a\0b', '\ud800', 'x\udc00'])
    for (const value of [text, [text], { a: [{ b: text }] }, { [text]: 1 }])
      expect(isStorable(value)).toBe(false)
})

test('brackets in brackets exhaust nothing', () => {
  expect(isStorable(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)))).toBe(true)
})
