import { expect, test } from 'vitest'
import { isStorable } from './storable-text.ts'

test('accepts text in any language and emoji, at any depth', () => {
  expect(isStorable({ title: 'Matsch 🏍️ בוץ', tags: ['a', { b: null, c: 1, d: true }] })).toBe(true)
  expect(isStorable(undefined)).toBe(true)
  expect(isStorable(Buffer.from([0]))).toBe(true)
})

test('rejects NUL and half a surrogate pair, as value or as name', () => {
  for (const text of ['a\0b', '\ud800', 'x\udc00'])
    for (const value of [text, [text], { a: [{ b: text }] }, { [text]: 1 }])
      expect(isStorable(value)).toBe(false)
})

test("deeply nested brackets don't exhaust the stack", () => {
  expect(isStorable(JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)))).toBe(true)
})
