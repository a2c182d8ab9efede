import { expect, test } from 'vitest'
import { secretsFrom } from '#server/core/secrets.ts'
import { readUploadToken, uploadToken } from './upload-token.ts'

const secrets = secretsFrom('a secret')
const id = '3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c11'
const other = '3f0f1c1e-7f0a-4f6e-9a52-0d8a1a7b9c12'
const now = new Date('2026-11-21T12:00:00Z')
const later = new Date('2026-11-21T13:00:00Z')
const token = uploadToken(secrets, id, later)

test('names its video until it expires', () => {
  expect(readUploadToken(secrets, token, now)).toBe(id)
  expect(() => readUploadToken(secrets, token, new Date(later.getTime() + 1))).toThrow(/expired/)
})

test.each([
  ['another video', token.replace(id, other)],
  ['a longer life', token.replace(String(later.getTime()), String(later.getTime() + 86_400_000))],
  ["another server's secret", uploadToken(secretsFrom('another'), id, later)],
  ['no signature', token.slice(0, token.lastIndexOf('.'))],
  ['a path', `../${token}`],
  ['nothing', ''],
])('is refused with %s', (_, forged) => {
  expect(() => readUploadToken(secrets, forged, now)).toThrow(/isn't valid/)
})
