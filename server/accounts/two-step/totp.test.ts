import { expect, test } from 'vitest'
import {
  base32,
  hotp,
  matchingStep,
  newRecoveryCodes,
  otpauthUri,
  plainRecoveryCode,
  stepOf,
} from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test.each([
  // RFC 6238, appendix B, SHA-1
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('at %i seconds the code matches the RFC', (seconds, code) => {
  const at = new Date(seconds * 1000)
  expect(hotp(secret, stepOf(at), 8)).toBe(code)
  expect(matchingStep(secret, code.slice(2), at)).toBe(Math.floor(seconds / 30))
})

test('the counters of RFC 4226, appendix D', () => {
  const codes = Array.from({ length: 10 }, (_, counter) => hotp(secret, counter))
  expect(codes.join(' ')).toBe('755224 287082 359152 969429 338314 254676 287922 162583 399871 520489')
})

test('a code is valid one step before and after, but no further', () => {
  const at = new Date(1111111111 * 1000)
  const step = stepOf(at)
  const codeOf = (s: number) => matchingStep(secret, hotp(secret, s), at)
  expect([-2, -1, 0, 1, 2].map(d => codeOf(step + d))).toEqual([null, step - 1, step, step + 1, null])
  for (const wrong of ['', '12345', '1234567', 'abcdef', '１２３４５６'])
    expect(matchingStep(secret, wrong, at)).toBeNull()
})

test('base32 as in RFC 4648, section 10', () => {
  const of = (text: string) => base32(Buffer.from(text))
  expect(['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map(of)).toEqual([
    '',
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ])
  expect(otpauthUri('Trailcut', 'a+b@example.com', secret)).toBe(
    `otpauth://totp/Trailcut:a%2Bb%40example.com?secret=${base32(secret)}&issuer=Trailcut`,
  )
})

test('recovery codes differ and are accepted however they are typed', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{8}-[A-Z2-7]{8}$/)
  expect(plainRecoveryCode(' abcdefgh 22334455')).toBe('ABCDEFGH22334455')
  expect(plainRecoveryCode('123456')).toBeNull()
})
