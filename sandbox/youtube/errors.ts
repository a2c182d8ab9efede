import type { FastifyReply } from 'fastify'

/** An error as Google's APIs say it. */
export const refuse = (reply: FastifyReply, status: number, reason: string, message = reason) =>
  reply.status(status).send({
    error: { code: status, message, errors: [{ domain: 'youtube', reason, message }] },
  })
