import { z } from 'zod'
import { currentUser, okAnswer } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import type { Accounts } from '../accounts.ts'
import { engineHeaders, relayCookies } from '../sign-in/relay.ts'
import type { Routes } from '../typed-routes.ts'
import { stepOfFactor } from './authenticate.ts'
import { isForeign } from './origins.ts'

const own = { permission: 'session:own' } as const

/** Who is signed in, and signing out. */
export function sessionRoutes(
  routes: Routes,
  { publicUrl }: Deps,
  { engine, currentUser: show }: Accounts,
): void {
  routes.get(
    api.user,
    {
      config: own,
      schema: {
        summary: 'The signed-in person',
        tags: ['accounts'],
        response: { 200: currentUser, 401: errorBody },
      },
    },
    async request => {
      const { id, sessionId } = actorOf(request)
      const step = stepOfFactor(request)
      return { ...(await show(id)), sessionId, ...(step === 'none' ? {} : { secondFactor: step }) }
    },
  )

  routes.get(
    api.logout,
    {
      config: { permission: 'public' },
      exposeHeadRoute: false,
      schema: {
        summary: 'Ends the session and goes to /',
        tags: ['accounts'],
        response: { 302: z.null().describe('To /') },
      },
    },
    async (request, reply) => {
      // A link on another site may lead here, but not sign anybody out.
      if (isForeign(request, publicUrl)) return reply.redirect('/')
      const { headers } = await engine.api.signOut({ headers: engineHeaders(request), returnHeaders: true })
      relayCookies(reply, headers)
      return reply.redirect('/')
    },
  )

  routes.post(
    api.logoutCall,
    {
      config: { permission: 'public' },
      schema: {
        summary: 'Ends the session, if there is one',
        tags: ['accounts'],
        body: z.object({}).nullish(),
        response: { 200: okAnswer, 403: errorBody },
      },
    },
    async (request, reply) => {
      const { headers } = await engine.api.signOut({ headers: engineHeaders(request), returnHeaders: true })
      relayCookies(reply, headers)
      return { ok: true as const }
    },
  )
}
