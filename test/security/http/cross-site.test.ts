import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { readConfig } from '#server/core/settings/config.ts'
import { behindTls, startTestServer } from '#test/harness/server.ts'

test('behind TLS, a page of the same host without TLS is another site (3.5.1)', async () => {
  const server = await startTestServer({ ROLE: 'web', ...behindTls })
  const signUp = async (origin: string, email: string) =>
    (
      await server.app.inject({
        method: 'POST',
        url: api.simpleSignup,
        headers: { host: 'trailcut.example', origin },
        payload: { email },
      })
    ).statusCode
  for (const origin of [
    'http://trailcut.example',
    'https://trailcut.example:8443',
    'https://trailcut.example.evil.example',
    'null',
  ])
    expect(await signUp(origin, 'victim@example.com'), origin).toBe(403)
  expect(await signUp('https://trailcut.example', 'rider@example.com')).toBe(200)
})

test("without TLS, the server's other names stay its own, over http only", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { port } = new URL(server.url)
  const signUp = async (origin: string, email: string) =>
    (
      await server.app.inject({
        method: 'POST',
        url: api.simpleSignup,
        headers: { host: `localhost:${port}`, origin },
        payload: { email },
      })
    ).statusCode
  expect(await signUp(`http://localhost:${port}`, 'a@example.com')).toBe(200)
  expect(await signUp(`https://localhost:${port}`, 'b@example.com')).toBe(403)
  expect(await signUp('http://localhost:1', 'c@example.com')).toBe(403)
})

test('a server says where to report vulnerabilities if its settings do', async () => {
  const server = await startTestServer({ ROLE: 'web', SECURITY_CONTACT: 'security@trailcut.example' })
  const answer = await fetch(`${server.url}/.well-known/security.txt`)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const fields = Object.fromEntries(
    (await answer.text())
      .trim()
      .split('\r\n')
      .map(line => line.split(/: (.*)/).slice(0, 2)),
  )
  expect(fields).toMatchObject({
    Contact: 'mailto:security@trailcut.example',
    Canonical: `${server.url}/.well-known/security.txt`,
  })
  const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
  expect(readConfig({ SECURITY_CONTACT: 'https://trailcut.example/report' }).securityContact).toBe(
    'https://trailcut.example/report',
  )
  for (const wrong of ['http://trailcut.example', 'somebody', 'a@example.com\r\nContact: b@example.com'])
    expect(() => readConfig({ SECURITY_CONTACT: wrong })).toThrow(/SECURITY_CONTACT/)
})
