import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sentences } from '#sentences/stripe.ts'
import { AtMost } from '#server/core/at-most.ts'
import { AppError } from '#server/core/http/errors.ts'
import { implement } from '#server/core/http/implement.ts'
import { isStorable } from '#server/core/http/storable-text.ts'
import type { Deps } from '#server/deps.ts'
import { needStripe } from '#server/subscriptions/index.ts'
import { storeEvent } from './events.ts'
import { type StoredEvent, storedEvent } from './rules.ts'

/** Larger than any event. */
const bodyLimit = 512 * 1024

/** How old a signature may be, as in Stripe's own libraries. Seconds. */
const tolerance = 300

/**
 * Whether a body was recently signed with a secret: the header is `t=SECONDS,v1=HEX`, with one or more `v1`
 * (https://docs.stripe.com/webhooks/signature#verify-manually). Stripe's library throws a TypeError where the
 * body is empty, so it isn't used.
 */
function signedWith(body: Buffer, header: string, secret: string): boolean {
  const parts = header.split(',').map(part => part.split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time) || Date.now() / 1000 - Number(time) > tolerance) return false
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
  return parts.some(
    ([name, hex = '']) =>
      name === 'v1' && /^[\da-f]{64}$/.test(hex) && timingSafeEqual(Buffer.from(hex, 'hex'), expected),
  )
}

/** The event in a signed body. @throws AppError bad_request when it contains none, or one we can't store */
function eventIn(body: Buffer): StoredEvent {
  let json: unknown
  try {
    json = JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new AppError('bad_request', sentences.noEvent, { cause })
  }
  const { success, data, error } = storedEvent.safeParse(json)
  if (!success || !isStorable(json)) throw new AppError('bad_request', sentences.noEvent, { cause: error })
  return data
}

/**
 * Receives Stripe's events, each kind with its own secret: API v1 snapshots, API v2 thin events, and
 * connected accounts' snapshots. The signature covers the raw bytes, so nothing parses them first.
 */
export function stripeWebhook(app: FastifyInstance, deps: Deps): void {
  // Stripe can wait; a burst of its events must not stand before people in the line for a connection.
  const stored = new AtMost(2)
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    implement(scope, 'stripeWebhook', async request => {
      const { webhookSecret, thinSecret, connectSecret } = needStripe(deps.stripe)
      const signature = request.headers['stripe-signature']
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const header = typeof signature === 'string' ? signature : ''
      const style = [
        { secret: webhookSecret, object: 'event', connected: false },
        { secret: thinSecret, object: 'v2.core.event', connected: false },
        { secret: connectSecret, object: 'event', connected: true },
      ].find(({ secret }) => secret && signedWith(body, header, secret))
      if (!style) throw new AppError('bad_request', sentences.badSignature)
      const event = eventIn(body)
      if (event.object !== style.object)
        throw new AppError('bad_request', sentences.otherStyle({ expected: style.object, got: event.object }))
      if (Boolean(event.account) !== style.connected)
        throw new AppError('bad_request', sentences.notOurAccount)
      await stored.run(() => storeEvent(deps, event))
      return { received: true }
    })
  })
}
