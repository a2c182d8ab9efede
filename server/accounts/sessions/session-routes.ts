import type { FastifyInstance } from 'fastify'
import { implement } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import type { Accounts } from '../accounts.ts'
import { engineHeaders, relayCookies } from '../sign-in/relay.ts'
import { stepOfFactor } from './authenticate.ts'
import { isForeign } from './origins.ts'

/** The signed-in person, and signing out. */
export function sessionRoutes(
  app: FastifyInstance,
  { publicUrl }: Deps,
  { engine, currentUser: show }: Accounts,
): void {
  implement(app, 'user', async request => {
    const { id, sessionId } = actorOf(request)
    const step = stepOfFactor(request)
    return { ...(await show(id)), sessionId, ...(step === 'none' ? {} : { twoFactor: step }) }
  })

  implement(app, 'logout', { exposeHeadRoute: false }, async (request, reply) => {
    // A link on another site may lead here, but can't sign anyone out.
    if (isForeign(request, publicUrl)) return reply.redirect('/')
    const { headers } = await engine.api.signOut({ headers: engineHeaders(request), returnHeaders: true })
    relayCookies(reply, headers)
    return reply.redirect('/')
  })

  implement(app, 'logoutCall', async (request, reply) => {
    const { headers } = await engine.api.signOut({ headers: engineHeaders(request), returnHeaders: true })
    relayCookies(reply, headers)
    return { ok: true as const }
  })
}
