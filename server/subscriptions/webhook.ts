import type { FastifyInstance } from 'fastify'
import { Stripe } from 'stripe'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { implement } from '#server/platform/http/implement.ts'
import { storeEvent } from './events.ts'
import { needStripe } from './gateway.ts'
import type { StoredEvent } from './rules.ts'
import { sentences } from './sentences/sentences.ts'

/** Larger than any event. */
const bodyLimit = 512 * 1024

/** Whether a body was recently signed with a secret. */
function signedWith(client: Stripe, body: Buffer, header: string, secret: string): boolean {
  try {
    return (
      client.webhooks.signature?.verifyHeader(body, header, secret, Stripe.webhooks.DEFAULT_TOLERANCE) ===
      true
    )
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false
    throw error
  }
}

/**
 * Receives Stripe's events, each kind with its own secret: API v1 snapshots, API v2 thin events, and
 * connected accounts' snapshots. The signature covers the raw bytes, so nothing parses them first.
 */
export function stripeWebhook(app: FastifyInstance, deps: Deps): void {
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    implement(scope, 'stripeWebhook', async request => {
      const { client, webhookSecret, thinSecret, connectSecret } = needStripe(deps.stripe)
      const signature = request.headers['stripe-signature']
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const header = typeof signature === 'string' ? signature : ''
      const style = [
        { secret: webhookSecret, object: 'event', connected: false },
        { secret: thinSecret, object: 'v2.core.event', connected: false },
        { secret: connectSecret, object: 'event', connected: true },
      ].find(({ secret }) => secret && signedWith(client, body, header, secret))
      if (!style) throw new AppError('bad_request', sentences.badSignature)
      const event = JSON.parse(body.toString('utf8')) as StoredEvent & { object?: string }
      if (event.object !== style.object)
        throw new AppError(
          'bad_request',
          sentences.otherStyle({ expected: style.object, got: String(event.object) }),
        )
      if ((event.account !== undefined) !== style.connected)
        throw new AppError('bad_request', sentences.notOurAccount)
      await storeEvent(deps, event)
      return { received: true }
    })
  })
}
