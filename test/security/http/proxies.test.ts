import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { ConfigError, readConfig } from '#server/core/settings/config.ts'
import { startTestServer } from '#test/harness/server.ts'

/** Requests a link once for each header and returns the statuses. Five a minute are free. */
async function statusesOf(trustProxy: string, forwarded: (n: number) => string, times = 7) {
  const server = await startTestServer({ ROLE: 'web', TRUST_PROXY: trustProxy })
  const statuses: number[] = []
  for (let n = 0; n < times; n++) {
    const answer = await server.app.inject({
      method: 'POST',
      url: api.signInLink,
      headers: { 'x-forwarded-for': forwarded(n) },
      payload: { email: `rider${n}@example.com` },
    })
    statuses.push(answer.statusCode)
  }
  return statuses
}
const limited = [202, 202, 202, 202, 202, 429, 429]
const free = Array(7).fill(202)

test.each([
  ['behind one proxy', '1', (n: number) => `203.0.113.${n}, 198.51.100.7`],
  ['behind two proxies', '2', (n: number) => `203.0.113.${n}, 198.51.100.7, 10.0.0.2`],
  ['behind a named network', 'loopback, 10.0.0.0/8', (n: number) => `203.0.113.${n}, 198.51.100.7, 10.0.0.2`],
  ['from outside the named network', '10.0.0.0/8', (n: number) => `203.0.113.${n}`],
  ['without a proxy', '0', (n: number) => `203.0.113.${n}`],
  ['within one IPv6 network', '1', (n: number) => `2001:db8:12:34${n}0::1`],
])('a forged X-Forwarded-For bypasses no limit per network %s', async (_, trustProxy, forwarded) => {
  expect(await statusesOf(trustProxy, forwarded)).toEqual(limited)
})

test.each([
  ['one proxy', '1', (n: number) => `198.51.100.${n}`],
  ['a named network', 'loopback', (n: number) => `198.51.100.${n}`],
])('distinguishes people behind %s', async (_, trustProxy, forwarded) => {
  expect(await statusesOf(trustProxy, forwarded)).toEqual(free)
})

test.each([
  'true',
  'yes',
  'on',
  '-1',
  '10',
  '1.5',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '10.0.0',
  'proxy',
  '1, loopback',
])('an unclear TRUST_PROXY of %s stops the start with a sentence', value => {
  expect(() => readConfig({ TRUST_PROXY: value })).toThrow(ConfigError)
  expect(() => readConfig({ TRUST_PROXY: value })).toThrow(/TRUST_PROXY: write how many proxies/)
})

test('off is off in every spelling', () => {
  for (const value of ['', '0', 'no', 'false', 'off'])
    expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(false)
})
