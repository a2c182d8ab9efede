import type { FastifyInstance } from 'fastify'
import { Stripe } from 'stripe'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { implement } from '#server/platform/http/implement.ts'
import { storeEvent } from './events.ts'
import { needStripe } from './gateway.ts'

/** Longer than any event. */
const bodyLimit = 512 * 1024

/** Takes Stripe's events: the signature is over the bytes as they came, so nothing parses them before. */
export function stripeWebhook(app: FastifyInstance, deps: Deps): void {
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
      done(null, body),
    )
    implement(scope, 'stripeWebhook', async request => {
      const { client, webhookSecret } = needStripe(deps.stripe)
      const signature = request.headers['stripe-signature']
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      try {
        client.webhooks.signature?.verifyHeader(
          body,
          typeof signature === 'string' ? signature : '',
          webhookSecret,
          Stripe.webhooks.DEFAULT_TOLERANCE,
        )
      } catch (cause) {
        throw new AppError('bad_request', 'The signature of this event is not right.', { cause })
      }
      await storeEvent(deps, JSON.parse(body.toString('utf8')))
      return { received: true }
    })
  })
}
