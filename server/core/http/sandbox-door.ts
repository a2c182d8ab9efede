import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sentences as common } from '#sentences/http.ts'
import { type Config, isLoopback } from '../settings/config.ts'
import { AppError } from './errors.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether an Authorization header has this password, with any user name (RFC 7617). Takes the same time for all. */
function hasPassword(header: string | undefined, password: string): boolean {
  const [scheme = '', encoded = ''] = (header ?? '').split(' ')
  const given = Buffer.from(encoded, 'base64').toString('utf8')
  const said = given.slice(given.indexOf(':') + 1)
  return timingSafeEqual(digest(said), digest(password)) && scheme.toLowerCase() === 'basic'
}

/** The name in a Host header, without its port; '' when it has none. */
const nameIn = (header: string | undefined): string =>
  URL.canParse(`http://${header}`) ? new URL(`http://${header}`).hostname : ''

/**
 * Refuses requests to a sandbox under a name that isn't its own: a page of a stranger whose domain suddenly points to this
 * machine (DNS rebinding) would share its origin, and could read the mailbox. Register before the routes.
 */
export function refuseOtherNames(
  app: FastifyInstance,
  { mode, host }: Pick<Config, 'mode' | 'host'>,
  publicUrl: string,
): void {
  if (mode !== 'sandbox') return
  const own = new URL(publicUrl).hostname
  // No one can point an address to another machine, as they can a name.
  const isAddress = (name: string) => isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0
  const isOwn = (name: string) => name === own || isLoopback(name) || (!isLoopback(host) && isAddress(name))
  app.addHook('onRequest', async (request: FastifyRequest) => {
    if (!isOwn(nameIn(request.headers.host))) throw new AppError('forbidden', common.sandboxName)
  })
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
