import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'
import { common } from './sentences.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether an Authorization header has this password, with any user name (RFC 7617). Takes the same time for all. */
function hasPassword(header: string | undefined, password: string): boolean {
  const [scheme = '', encoded = ''] = (header ?? '').split(' ')
  const given = Buffer.from(encoded, 'base64').toString('utf8')
  const said = given.slice(given.indexOf(':') + 1)
  return timingSafeEqual(digest(said), digest(password)) && scheme.toLowerCase() === 'basic'
}

/**
 * Asks for the password of SANDBOX_PASSWORD on every route of the sandbox: who reads the mailbox can sign in as
 * anyone. Without a password the sandbox listens on loopback only. Register before the routes.
 */
export function guardSandbox(app: FastifyInstance, password: string | undefined): void {
  if (password === undefined) return
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.routeOptions.config?.permission !== 'sandbox:use') return
    if (hasPassword(request.headers.authorization, password)) return
    reply.header('www-authenticate', 'Basic realm="Trailcut sandbox", charset="UTF-8"')
    throw new AppError('unauthorized', common.sandboxPassword)
  })
}
