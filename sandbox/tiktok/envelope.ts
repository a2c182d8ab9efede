import { randomUUID } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** An answer as TikTok wraps it: success is error.code 'ok'. */
export const wrap = (data: unknown) => ({ data, error: { code: 'ok', message: '', log_id: randomUUID() } })
export const refuse = (reply: FastifyReply, status: number, code: string, message = code) =>
  reply.status(status).send({ data: {}, error: { code, message, log_id: randomUUID() } })

/** TikTok sends post ids as int64 numbers, beyond what a double holds: digits marked as text lose their quotes. */
export const withNumbers = (reply: FastifyReply, value: unknown) =>
  reply.type('application/json').send(JSON.stringify(value).replace(/"int64:(\d+)"/g, '$1'))
