import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isStaff } from '#contract/permissions.ts'
import { sentences } from '#sentences/accounts.ts'
import { auditorOf } from '#server/audit/index.ts'
import { AppError } from '#server/core/http/errors.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { type Actor, actorOf } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import type { Accounts } from '../build-accounts.ts'
import { stepOfFactor } from '../sessions/authenticate.ts'
import { engineHeaders, relayCookies } from '../sign-in/relay.ts'
import { confirm, renewRecoveryCodes, resetTwoFactor, setUp, verify } from './factor.ts'
import { findFactor, markPassed, recoveryCodesLeft } from './store.ts'

/** Two-step verification of the person's own account: set up, enter a code, turn off. */
export function twoFactorRoutes(app: FastifyInstance, deps: Deps, { engine }: Accounts): void {
  const { db, clock } = deps
  const required = ({ role }: Actor) => deps.config.mode === 'production' && isStaff(role)

  /** The session continues under a new token, with two-step verification passed (OWASP ASVS 5, 7.2.4). */
  async function passed(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { response, headers } = await (await engine()).api.renewSession({
      headers: engineHeaders(request),
      returnHeaders: true,
    })
    await markPassed(db, response.sessionId, clock.now())
    relayCookies(reply, headers)
  }

  implement(app, 'twoFactor', { rateLimit: perMinute(20) }, async request => {
    const actor = actorOf(request)
    return {
      enabled: !!(await findFactor(db, actor.id))?.confirmed_at,
      required: required(actor),
      step: stepOfFactor(request),
      recoveryCodesLeft: await recoveryCodesLeft(db, actor.id),
    }
  })

  implement(app, 'twoFactorSetup', { rateLimit: perMinute(20) }, request => setUp(deps, actorOf(request)))

  implement(app, 'twoFactorConfirm', { rateLimit: perMinute(20) }, async (request, reply) => {
    const { id, sessionId } = actorOf(request)
    const codes = await confirm(deps, auditorOf(request), id, sessionId, request.body.code)
    await passed(request, reply)
    return { codes }
  })

  implement(app, 'twoFactorVerify', { rateLimit: perMinute(20) }, async (request, reply) => {
    await verify(deps, actorOf(request).id, request.body.code)
    await passed(request, reply)
    return { ok: true as const }
  })

  implement(app, 'twoFactorCodes', { rateLimit: perMinute(20) }, async request => ({
    codes: await renewRecoveryCodes(deps, actorOf(request).id, request.body.code),
  }))

  implement(app, 'twoFactorOff', { rateLimit: perMinute(20) }, async request => {
    const actor = actorOf(request)
    if (required(actor)) throw new AppError('conflict', sentences.staffNeedTwoStep)
    await verify(deps, actor.id, request.body.code)
    await resetTwoFactor(deps, auditorOf(request), actor.id)
    return { ok: true as const }
  })
}
