import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { pageHeaders } from '#server/core/http/security-headers.ts'
import { webFolder } from '#server/core/http/web/built.ts'
import { startTestServer } from '#test/harness/server.ts'

const built = readdirSync(path.join(webFolder, 'assets'))

test('parts of a page are sent without the headers that only pages need', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const visitor = await server.person()
  for (const ending of ['.js', '.css', '.woff2']) {
    const { status, headers } = await visitor.call(`/assets/${built.find(name => name.endsWith(ending))}`)
    expect([ending, status, pageHeaders.filter(name => headers.has(name))]).toEqual([ending, 200, []])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  }
})

test('pages, pictures that can be opened as pages, and refusals keep them', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const visitor = await server.person()
  for (const address of ['/', '/favicon.svg', '/assets/no-such.js', '/api/app']) {
    const { headers } = await visitor.call(address)
    expect([address, headers.get('content-security-policy')]).toEqual([
      address,
      expect.stringContaining("default-src 'self'"),
    ])
  }
})
