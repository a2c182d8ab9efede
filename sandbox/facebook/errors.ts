import type { FastifyReply } from 'fastify'
import { secret } from '../social/grants.ts'
import type { PlatformOptions } from '../social/shapes.ts'

/** An error in the Graph API's format. */
const bodyOf = (code: number, message: string, subcode?: number) => ({
  error: {
    message: `(#${code}) ${message}`,
    type: 'OAuthException',
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    fbtrace_id: secret(8),
  },
})
export const refuse = (
  reply: FastifyReply,
  status: number,
  code: number,
  message: string,
  subcode?: number,
) => reply.status(status).send(bodyOf(code, message, subcode))

export const badToken = (reply: FastifyReply) =>
  refuse(reply, 400, 190, 'Error validating access token: The session has been invalidated.', 460)
export const noPermission = (reply: FastifyReply, scope: string) =>
  refuse(reply, 403, 200, `Requires ${scope} permission`)
export const missing = (id: string) => bodyOf(100, `Object with ID '${id}' does not exist`, 33)

/** An error of the resumable host. */
export const refuseBytes = (reply: FastifyReply, type: string, message: string, retriable = false) =>
  reply.status(400).send({ debug_info: { retriable, type, message } })

export const refusals: PlatformOptions['refusals'] = {
  error: { status: 503, body: bodyOf(2, 'Service temporarily unavailable') },
  throttle: { status: 400, headers: { 'retry-after': '1' }, body: bodyOf(32, 'Page request limit reached') },
  quota: { status: 400, body: bodyOf(613, 'Calls to this api have exceeded the rate limit.') },
}

export const misfit: PlatformOptions['misfit'] = { status: 400, body: bodyOf(100, 'Invalid parameter') }
