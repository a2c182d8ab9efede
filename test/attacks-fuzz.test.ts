import fc from 'fast-check'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { api } from '#contract/paths.ts'
import { signInAtProvider } from '#test/harness/accounts.ts'
import { type OpenApi, requestsTo } from './harness/openapi-requests.ts'
import { startTestServer } from './harness/server.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 2000)
/** Set it to repeat a run. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)

/** Describes what is wrong with an answer; null when nothing is. */
function complaint(answer: LightMyRequestResponse, method: string): string | null {
  if (answer.statusCode >= 500) return `status ${answer.statusCode}`
  if (answer.headers['x-content-type-options'] !== 'nosniff') return 'no security headers'
  // Nothing that was sent may come back as a separate header.
  if ([answer.headers['set-cookie'] ?? []].flat().some(line => line.startsWith('x=')))
    return 'a header made of what was sent'
  if (answer.statusCode < 400 || method === 'HEAD') return null
  const json = String(answer.headers['content-type'] ?? '').includes('json')
  if (json && typeof answer.json().code !== 'string') return 'a refusal without a code'
  const inside = /\bat [\w.]+ \(|node_modules|\/server\/|syntax error|violates|pg_/i
  return inside.test(answer.body) ? 'a trace of the inside' : null
}

// The first two end the session in use, the third stays open as long as someone listens, and the last slows
// down the sandbox Stripe for every later request.
const left: string[] = [api.logout, api.logoutCall, '/api/notifications/stream', '/sandbox/stripe/control']
const skip = (route: string) => left.some(address => route.endsWith(address))

async function answerOf(app: FastifyInstance, request: InjectOptions): Promise<LightMyRequestResponse> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`No answer to ${JSON.stringify(request)}`)), 20_000)
  return Promise.race([app.inject(request), late.promise]).finally(() => clearTimeout(timer))
}

test(`${runs} requests generated from the OpenAPI document (seed ${seed}) cause no server error and reveal nothing internal`, {
  timeout: 600_000,
}, async () => {
  const server = await startTestServer({ ROLE: 'web', TRUST_PROXY: '1' })
  const cookies: string[] = ['']
  for (const email of ['sam@trailcut.example', 'moderator@trailcut.example', 'admin@trailcut.example']) {
    const client = await server.person()
    await signInAtProvider(client, { email })
    cookies.push(client.cookieHeader)
  }
  const met: Record<number, number> = {}
  const routes = new Set<string>()
  const problems = new Map<string, string>()
  const document = (await server.app.inject('/api/openapi.json')).json<OpenApi>()
  const requests = requestsTo(document, skip)
  const ask = fc.asyncProperty(requests, fc.constantFrom(...cookies), async (wild, cookie) => {
    const { method, url, payload, headers, route } = wild
    const answer = await answerOf(server.app, {
      method: method as NonNullable<InjectOptions['method']>,
      url,
      headers: { ...headers, ...(cookie ? { cookie } : {}) },
      ...(payload === undefined ? {} : { payload }),
    })
    routes.add(route)
    met[answer.statusCode] = (met[answer.statusCode] ?? 0) + 1
    const wrong = complaint(answer, method)
    if (wrong) problems.set(`${route}: ${wrong}`, `${url} ${payload} → ${answer.body.slice(0, 200)}`)
  })
  await fc.assert(ask, { numRuns: runs, seed })
  console.log(`${runs} requests to ${routes.size} routes, by status: ${JSON.stringify(met)}`)
  expect(Object.fromEntries(problems)).toEqual({})
  expect(routes.size).toBeGreaterThan(30)
  // The generator also makes requests that succeed.
  expect(met[200] ?? 0).toBeGreaterThan(runs / 50)
})
