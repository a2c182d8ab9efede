import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { PlatformOptions } from '../social/shapes.ts'

/** TikTok's response envelope: success is error.code 'ok'. */
export const wrap = (data: unknown) => ({ data, error: { code: 'ok', message: '', log_id: randomUUID() } })
const bodyOf = (code: string, message = code) => ({
  data: {},
  error: { code, message, log_id: randomUUID() },
})
export const refuse = (reply: FastifyReply, status: number, code: string, message = code) =>
  reply.status(status).send(bodyOf(code, message))

export const refusals: PlatformOptions['refusals'] = {
  error: { status: 503, body: bodyOf('internal_error') },
  throttle: { status: 429, headers: { 'retry-after': '1' }, body: bodyOf('rate_limit_exceeded') },
  quota: { status: 403, body: bodyOf('spam_risk_too_many_posts') },
}

/**
 * TikTok sends post ids as int64 numbers, which exceed a double: digit strings with the marker lose their
 * quotes.
 */
export const withNumbers = (reply: FastifyReply, value: unknown) =>
  reply.type('application/json').send(JSON.stringify(value).replace(/"int64:(\d+)"/g, '$1'))

export const misfit: PlatformOptions['misfit'] = { status: 400, body: bodyOf('invalid_params') }
