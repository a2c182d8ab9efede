import type { FastifyReply } from 'fastify'
import type { PlatformOptions } from '../social/shapes.ts'

/** An error in the format of Google's APIs. */
const bodyOf = (status: number, reason: string, message = reason) => ({
  error: { code: status, message, errors: [{ domain: 'youtube', reason, message }] },
})
export const refuse = (reply: FastifyReply, status: number, reason: string, message = reason) =>
  reply.status(status).send(bodyOf(status, reason, message))

export const refusals: PlatformOptions['refusals'] = {
  error: { status: 503, body: bodyOf(503, 'backendError') },
  throttle: { status: 429, headers: { 'retry-after': '1' }, body: bodyOf(429, 'rateLimitExceeded') },
  quota: { status: 403, body: bodyOf(403, 'quotaExceeded') },
}

export const misfit: PlatformOptions['misfit'] = { status: 400, body: bodyOf(400, 'badRequest') }
