import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { personOf } from './identities/identity-provider.ts'
import { readEquipment, readSocialLinks } from './people/profile-routes.ts'
import {
  grantedRole,
  loopbackDetour,
  nameParts,
  outranks,
  pastAbsoluteEnd,
  returnPath,
  signInProblem,
  startingName,
} from './rules.ts'
import { linkExpired, newLinkToken } from './sign-in/link-token.ts'

const site = 'https://trailcut.example'

describe('where to go after signing in', () => {
  test.each([
    ['/upload', '/upload'],
    ['/videos?a=1#b', '/videos?a=1#b'],
    [undefined, '/'],
    ['', '/'],
    ['upload', '/'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/\n/evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/x/..//evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/api/logout', '/'],
    ['/x/../api/logout', '/'],
  ])('%j leads to %s', (asked, path) => {
    const result = returnPath(asked, site)
    expect(result).toBe(path)
    expect(new URL(result, site).origin).toBe(site)
  })

  test('stays on this site for any requested address', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '/',
        '\\',
        '//',
        '@',
        ':',
        '.',
        '..',
        '?',
        '#',
        '\t',
        '\r\n',
        'evil.example',
        'https:',
        '%2f',
        'api',
      ),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), parts => {
        const result = returnPath(`/${parts.join('')}`, site)
        return (
          result.startsWith('/') &&
          new URL(result, site).origin === site &&
          new URL(site + result).origin === site
        )
      }),
      { numRuns: 5000 },
    )
  })
})

test('sign-in moves to the public name of the same machine, and only then', () => {
  expect(loopbackDetour('localhost:3000', 'http://127.0.0.1:3000')).toBe('http://127.0.0.1:3000')
  expect(loopbackDetour('[::1]:3000', 'http://localhost:3000')).toBe('http://localhost:3000')
  expect(loopbackDetour('127.0.0.1:3000', 'http://127.0.0.1:3000')).toBeNull()
  expect(loopbackDetour('localhost:3000', 'https://trailcut.example')).toBeNull()
  expect(loopbackDetour('evil.example', 'http://127.0.0.1:3000')).toBeNull()
  expect(loopbackDetour(undefined, 'http://127.0.0.1:3000')).toBeNull()
  expect(loopbackDetour('a b', 'http://127.0.0.1:3000')).toBeNull()
})

test('names', () => {
  expect(startingName('sam.r@x.example', undefined)).toBe('sam.r')
  expect(startingName('sam.r@x.example', '  ')).toBe('sam.r')
  expect(startingName('sam.r@x.example', ' Sam ')).toBe('Sam')
  expect(nameParts('sam.r', 'sam.r@x.example')).toEqual({ firstName: null, lastName: null })
  expect(nameParts('Sam', 'sam@x.example')).toEqual({ firstName: 'Sam', lastName: null })
  expect(nameParts(' Ana  de la Cruz ', 'a@x.example')).toEqual({ firstName: 'Ana', lastName: 'de la Cruz' })
})

test('roles from the settings', () => {
  const staff = {
    adminEmails: ['a@x.example', 'both@x.example'],
    moderatorEmails: ['m@x.example', 'both@x.example'],
  }
  expect(
    ['a@x.example', 'm@x.example', 'both@x.example', 'n@x.example'].map(e => grantedRole(e, staff)),
  ).toEqual(['admin', 'moderator', 'admin', 'user'])
  expect(outranks('admin', 'moderator')).toBe(true)
  expect(outranks('moderator', 'moderator')).toBe(false)
  expect(outranks('user', 'moderator')).toBe(false)
})

test('a session ends 30 days after it began', () => {
  const began = new Date('2026-01-01T00:00:00Z')
  expect(pastAbsoluteEnd(began, new Date('2026-01-30T23:59:59Z'))).toBe(false)
  expect(pastAbsoluteEnd(began, new Date('2026-01-31T00:00:00Z'))).toBe(true)
})

test("a link's token contains its expiry and is never repeated", () => {
  const end = new Date('2026-01-01T00:15:00Z')
  const token = newLinkToken(end)
  expect(linkExpired(token, new Date('2026-01-01T00:14:59Z'))).toBe(false)
  expect(linkExpired(token, end)).toBe(true)
  expect(newLinkToken(end)).not.toBe(token)
  for (const garbage of ['', 'x', token.slice(1), `${token}zzzzzzzzz`, token.replace('.', '')])
    expect(linkExpired(garbage, new Date(0)), garbage).toBe(true)
})

test('provider errors map to four codes', () => {
  expect(
    ['access_denied', 'email_not_verified', 'account_not_linked', 'state_mismatch', '<script>'].map(
      signInProblem,
    ),
  ).toEqual(['cancelled', 'email_not_verified', 'email_not_verified', 'expired', 'failed'])
})

describe('the person from an ID token', () => {
  test('with all claims', () => {
    const claims = {
      email: 'Sam@X.Example',
      email_verified: true,
      name: 'Sam R',
      given_name: 'Samuel',
      family_name: 'Rivers',
      picture: 'https://p.example/a.png',
    }
    expect(personOf(claims)).toEqual({
      email: 'sam@x.example',
      emailVerified: true,
      name: 'Sam R',
      firstName: 'Samuel',
      lastName: 'Rivers',
      image: 'https://p.example/a.png',
    })
  })
  test('with only an address', () => {
    expect(personOf({ email: 'sam@x.example' })).toEqual({
      email: 'sam@x.example',
      emailVerified: false,
      name: 'sam',
      firstName: null,
      lastName: null,
      image: undefined,
    })
  })
  test('with names that hide something or pose as us', () => {
    const email = 'sam@x.example'
    expect(personOf({ email, name: 'Sam\u202E R\n', given_name: '\u200BSam' })).toMatchObject({
      name: 'Sam R',
      firstName: 'Sam',
      lastName: null,
    })
    expect(personOf({ email, name: 'Trailcut Support' })).toMatchObject({ name: 'sam', firstName: null })
    const parted = { email, name: 'Sam R', given_name: 'Trail', family_name: 'Cut' }
    expect(personOf(parted)).toMatchObject({ firstName: 'Sam', lastName: 'R' })
  })
  test.each([['true'], [1], [undefined], [null], [{}]])(
    'email_verified: %j is not verified',
    email_verified => {
      expect(personOf({ email: 'sam@x.example', email_verified }).emailVerified).toBe(false)
    },
  )
  test('a picture without an https address is left out', () => {
    expect(personOf({ email: 'sam@x.example', picture: 'javascript:alert(1)' }).image).toBeUndefined()
  })
})

describe('JSON fields of the profile', () => {
  test('are parsed', () => {
    expect(readEquipment('["GoPro 11"," winch "]')).toEqual(['GoPro 11', 'winch'])
    expect(readSocialLinks('["https://youtube.com/@sam"]')).toEqual(['https://youtube.com/@sam'])
    expect(readSocialLinks('[]')).toEqual([])
  })
  const refused = (field: string) => expect.objectContaining({ code: 'invalid_input', field })
  test.each([
    '',
    '{}',
    '"a"',
    'null',
    '[1]',
    '[""]',
    '["a"',
    JSON.stringify([`x${'y'.repeat(100)}`]),
    JSON.stringify(Array(21).fill('a')),
  ])('refuses equipment %j', text => {
    expect(() => readEquipment(text)).toThrow(refused('equipment'))
  })
  test.each([
    'http://youtube.com/@sam',
    'javascript:alert(1)',
    'https:alert(1)',
    'https:///x',
    'https://user:pass@evil.example/',
    'https://localhost/',
    'youtube.com/@sam',
    'data:text/html,x',
  ])('refuses the link %s', link => {
    expect(() => readSocialLinks(JSON.stringify([link]))).toThrow(refused('socialLinks'))
  })
})
