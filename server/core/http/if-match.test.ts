import { expect, test } from 'vitest'
import { expectedVersion } from './if-match.ts'

const versionOf = (header?: string) => expectedVersion({ headers: { 'if-match': header } })

test('reads a version from a strong tag, a weak tag or a bare number; no header or * names no version', () => {
  expect(['"7"', 'W/"7"', ' 7 '].map(versionOf)).toEqual([7, 7, 7])
  expect([undefined, '*'].map(versionOf)).toEqual([undefined, undefined])
})

test.each(['seven', '"-1"', '', '"7", "8"', '"12345678901"'])('refuses %j', header => {
  expect(() => versionOf(header)).toThrow(expect.objectContaining({ code: 'bad_request' }))
})
