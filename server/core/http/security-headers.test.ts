import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { type ExternalSource, securityHeaders } from './security-headers.ts'

async function headersWith(sources: ExternalSource[]) {
  const app = Fastify()
  onTestFinished(() => app.close())
  securityHeaders(app, { secure: false, sources })
  app.get('/', async () => 'ok')
  const { headers } = await app.inject('/')
  const policy = String(headers['content-security-policy'])
  return {
    directives: new Map(policy.split(';').map(d => [d.split(' ')[0], d.split(' ').slice(1)] as const)),
    opener: headers['cross-origin-opener-policy'],
    referrer: headers['referrer-policy'],
  }
}

test('without external sources, every source is this site', async () => {
  const { directives, opener, referrer } = await headersWith([])
  expect([...directives.values()].flat().filter(source => !source.startsWith("'"))).toEqual(['blob:'])
  expect(directives.get('media-src')).toEqual(["'self'", 'blob:'])
  expect(opener).toBe('same-origin')
  expect(referrer).toBe('no-referrer')
})

test('an external source allows exactly what it needs', async () => {
  const { directives, opener, referrer } = await headersWith([
    { script: 'https://a.example/x.js', frame: 'https://a.example/f/', opensWindow: true, needsOrigin: true },
    { connect: 'https://b.example' },
  ])
  expect(directives.get('script-src')).toEqual(["'self'", 'https://a.example/x.js'])
  expect(directives.get('frame-src')).toEqual(["'self'", 'https://a.example/f/'])
  expect(directives.get('connect-src')).toEqual(["'self'", 'https://b.example'])
  expect(directives.get('style-src')).toEqual(["'self'"])
  expect(directives.get('default-src')).toEqual(["'self'"])
  expect(opener).toBe('same-origin-allow-popups')
  expect(referrer).toBe('strict-origin')
})
