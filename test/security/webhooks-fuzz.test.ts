import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { webhookEndpoints } from '#contract/endpoints/webhooks.ts'
import { routes } from '#contract/routes.ts'
import { startTestServer } from '#test/harness/server.ts'

const runs = Number(process.env.FUZZ_RUNS ?? 300)
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)

/** Every call that a vendor makes, by the header that carries its signature. */
const webhooks: Record<string, string> = { '/api/webhooks/stripe': 'stripe-signature' }

const now = () => Math.floor(Date.now() / 1000)
const signed = (body: Buffer, secret: string, at = now()) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')}`

const signature = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      't',
      't=',
      't=1',
      'v1=',
      't=1,v1=',
      't=1,v1',
      't=1,v1=,v1=',
      'v1=,t=1',
      '=,=',
      ',,',
      't=NaN,v1=0',
    ],
    ...[`t=${now()},v1=`, `t=${now()},v1=00`, `t=${now()},v1=${'0'.repeat(64)}`, `t=${now()},v0=00`],
    ...[`t=${'9'.repeat(400)},v1=0`, `t=-1,v1=${'f'.repeat(63)}é`, 't=1,v1=__proto__', 'a'.repeat(7000)],
  ),
  fc.string({ maxLength: 100 }).map(text => text.replace(/[^ -~]/g, '?')),
  fc.array(fc.stringMatching(/^(t|v1|v0|)=?[0-9a-fxé]{0,70}$/), { maxLength: 5 }).map(all => all.join(',')),
)

const body = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '{',
      '[]',
      '{}',
      'null',
      '1',
      '""',
      'true',
      '{"object":"event"}',
      '{"object":"v2.core.event"}',
    ],
    ...[
      '{"object":"event","id":1,"type":"x"}',
      '{"object":"event","id":"evt_1","type":null}',
      '\0',
      '"\\u0000"',
    ],
    ...['{"object":"event","id":"evt_1","type":"charge.refunded","data":[]}', '['.repeat(100_000)],
    ...[
      '{"object":"event","id":"evt_\\u0000","type":"x"}',
      '{"object":"event","id":"evt_2","type":"\\ud800"}',
    ],
    ...['{"object":"event","id":"evt_3","type":"x","data":{"object":"__proto__"},"account":7}'],
  ),
  fc.json(),
  fc.uint8Array({ maxLength: 300 }),
)
const type = fc.constantFrom(
  'application/json',
  'text/plain',
  'application/octet-stream',
  'multipart/form-data',
  '',
)

test('the fuzz covers every webhook', () => {
  // Riders' webhooks go out, and are managed by ordinary calls.
  const incoming = Object.entries(routes).filter(([name]) => !(name in webhookEndpoints))
  const paths = incoming.map(([, address]) => address.split(' ')[1] as string)
  expect(paths.filter(path => path.includes('webhook'))).toEqual(Object.keys(webhooks))
})

test(`${runs} malformed calls of every webhook are refused with 400 (seed ${seed})`, {
  timeout: 120_000,
}, async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const secret = server.deps.stripe?.webhookSecret as string
  for (const [url, header] of Object.entries(webhooks)) {
    const call = async (payload: Buffer, sent: string | null, as: string) => {
      const answer = await server.app.inject({
        method: 'POST',
        url,
        headers: { ...(sent === null ? {} : { [header]: sent }), ...(as ? { 'content-type': as } : {}) },
        payload,
      })
      expect(answer.json(), `${answer.statusCode} ${sent}`).toMatchObject({ code: 'bad_request' })
      expect(answer.statusCode, String(sent)).toBe(400)
    }
    const bytesOf = (given: string | Uint8Array) => Buffer.from(given as string)
    await call(Buffer.alloc(0), null, '')
    await call(Buffer.alloc(0), 't=1,v1=', 'application/json')
    // Nothing of this is signed with our secret.
    const unsigned = fc.asyncProperty(body, fc.option(signature), type, (given, sent, as) =>
      call(bytesOf(given), sent, as),
    )
    await fc.assert(unsigned, { numRuns: runs, seed })
    // A vendor with a fault: rightly signed, but no event.
    const faulty = fc.asyncProperty(body, given => call(bytesOf(given), signed(bytesOf(given), secret), ''))
    await fc.assert(faulty, { numRuns: runs, seed })
    // Rightly signed, but long ago.
    const old = Buffer.from('{"object":"event","id":"evt_old","type":"x"}')
    await call(old, signed(old, secret, now() - 600), 'application/json')
  }
  const kept = server.deps.db
    .selectFrom('stripe_events')
    .select('id')
    .where('type', 'in', ['x', 'charge.refunded'])
  expect(await kept.execute()).toEqual([])
})
