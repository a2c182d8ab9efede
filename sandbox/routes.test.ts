import { expect, test } from 'vitest'
import { startTestServer } from '#test/harness/server.ts'
import { partsOf } from './parts.ts'

test('one page lists every service and whether it is real', async () => {
  const server = await startTestServer()
  const page = await (await server.person()).call('/sandbox')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const html = await page.text()
  const listed = [...html.matchAll(/<h2>([^<]+)<\/h2><span class="state [\w-]+">([^<]+)</g)].map(m => [
    m[1],
    m[2],
  ])
  expect(Object.fromEntries(listed)).toMatchObject({
    'Sign-in': 'stand-in',
    Mail: 'stand-in',
    Database: 'real',
    Storage: 'real',
    Payments: 'stand-in',
    YouTube: 'stand-in',
    TikTok: 'stand-in',
  })
})

test('a service is real when the settings name one', () => {
  const at = { publicUrl: 'http://p', oidcIssuer: 'http://i', smtpUrl: 'smtp://s' }
  const real = partsOf(
    {
      google: { clientId: 'a', clientSecret: 'b' },
      oidc: undefined,
      smtpUrl: 'smtp://mail',
      s3: undefined,
      databaseUrl: 'postgres://d',
      stripe: undefined,
      sandboxPassword: undefined,
    },
    at,
  )
  expect(real.filter(p => p.name === 'Sign-in' || p.name === 'Mail').map(p => p.state)).toEqual([
    'real',
    'real',
  ])
  expect(JSON.stringify(real)).not.toContain('smtp://mail') // it may hold a password
  expect(JSON.stringify(real)).not.toContain('postgres://d')
})

test('the mailbox is available as JSON or a page, and a mail runs no script', async () => {
  const server = await startTestServer()
  const person = await server.person()
  await server.deps.mailer.send({
    to: 'a@example.com',
    subject: '<b>Bold</b>',
    text: 'hi',
    html: '<script>alert(1)</script><p>hi</p>',
  })
  await server.deps.mailer.send({ to: 'b@example.com', subject: 'plain', text: '<i>not html</i>', html: '' })
  const json = await person.call('/sandbox/mailbox?to=A@example.com', {
    headers: { accept: 'application/json' },
  })
  expect(json.headers.get('content-type')).toContain('application/json')
  const mails = (await json.json()) as { id: string; to: string; sentAt: string }[]
  expect(mails).toMatchObject([
    { to: 'a@example.com', subject: '<b>Bold</b>', text: expect.stringContaining('hi'), links: [] },
  ])
  expect(Object.keys(mails[0] ?? {}).sort()).toEqual([
    'html',
    'id',
    'links',
    'sentAt',
    'subject',
    'text',
    'to',
  ])
  expect(Date.parse(mails[0]?.sentAt as string)).toBeGreaterThan(Date.now() - 60_000)

  const page = await person.call('/sandbox/mailbox', { headers: { accept: 'text/html,*/*' } })
  expect(page.headers.get('content-type')).toContain('text/html')
  const html = await page.text()
  expect(html).toContain('&lt;b&gt;Bold&lt;/b&gt;')
  expect(html).toContain('&lt;i&gt;not html&lt;/i&gt;')
  expect(html).not.toContain('<script>')
  expect(html).toMatch(
    /<iframe sandbox="allow-top-navigation-by-user-activation" src="\/sandbox\/mailbox\/[\w-]+\/html"/,
  )

  const frame = await person.call(`/sandbox/mailbox/${mails[0]?.id}/html`)
  const policy = frame.headers.get('content-security-policy')
  expect(policy).toMatch(/^sandbox allow-top-navigation-by-user-activation; default-src 'none'/)
  expect(policy).not.toMatch(/allow-scripts|script-src/)
  expect((await person.call('/sandbox/mailbox/nothing-1/html')).status).toBe(404)
})
