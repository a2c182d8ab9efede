import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  codeBody,
  okAnswer,
  recoveryCodes,
  secondFactorSetup,
  secondFactorState,
} from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import { isStaff } from '#contract/permissions.ts'
import { auditorOf } from '#server/audit/index.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { type Actor, actorOf } from '#server/platform/http/permission.ts'
import type { Accounts } from '../accounts.ts'
import { stepOfFactor } from '../sessions/authenticate.ts'
import { engineHeaders, relayCookies } from '../sign-in/relay.ts'
import type { Routes } from '../typed-routes.ts'
import { findFactor, markPassed, recoveryCodesLeft } from './store.ts'
import { confirm, renewRecoveryCodes, setUp, takeAway, verify } from './two-step.ts'

const refused = { 401: errorBody, 403: errorBody, 409: errorBody, 422: errorBody, 429: errorBody }
const config = { permission: 'session:own', rateLimit: { max: 20, timeWindow: '1 minute' } } as const

/** The second factor of one's own account: setting it up, showing it, taking it away. */
export function secondFactorRoutes(routes: Routes, deps: Deps, { engine }: Accounts): void {
  const { db, clock } = deps
  const required = ({ role }: Actor) => deps.config.mode === 'production' && isStaff(role)

  /** The session goes on under a new token, as one that has shown its second factor (OWASP ASVS 5, 7.2.4). */
  async function passed(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { response, headers } = await engine.api.renewSession({
      headers: engineHeaders(request),
      returnHeaders: true,
    })
    await markPassed(db, response.sessionId, clock.now())
    relayCookies(reply, headers)
  }

  routes.get(
    api.secondFactor,
    {
      config,
      schema: {
        summary: 'Whether a second factor is in force, needed and shown',
        tags: ['accounts'],
        response: { 200: secondFactorState, 401: errorBody },
      },
    },
    async request => {
      const actor = actorOf(request)
      return {
        enabled: !!(await findFactor(db, actor.id))?.confirmed_at,
        required: required(actor),
        step: stepOfFactor(request),
        recoveryCodesLeft: await recoveryCodesLeft(db, actor.id),
      }
    },
  )

  routes.post(
    api.secondFactorSetup,
    {
      config,
      schema: {
        summary: 'A secret for an authenticator app; in force once its first code was confirmed',
        tags: ['accounts'],
        response: { 200: secondFactorSetup, ...refused },
      },
    },
    request => setUp(deps, actorOf(request)),
  )

  routes.post(
    api.secondFactorConfirm,
    {
      config,
      schema: {
        summary:
          'Puts the second factor in force by its first code, ends other sessions and gives recovery codes',
        tags: ['accounts'],
        body: codeBody,
        response: { 200: recoveryCodes, ...refused },
      },
    },
    async (request, reply) => {
      const { id, sessionId } = actorOf(request)
      const codes = await confirm(deps, auditorOf(request), id, sessionId, request.body.code)
      await passed(request, reply)
      return { codes }
    },
  )

  routes.post(
    api.secondFactorVerify,
    {
      config,
      schema: {
        summary: 'Shows the second factor: a code of the app or a recovery code, each good once',
        tags: ['accounts'],
        body: codeBody,
        response: { 200: okAnswer, ...refused },
      },
    },
    async (request, reply) => {
      await verify(deps, actorOf(request).id, request.body.code)
      await passed(request, reply)
      return { ok: true as const }
    },
  )

  routes.post(
    api.secondFactorCodes,
    {
      config,
      schema: {
        summary: 'New recovery codes in the place of all before',
        tags: ['accounts'],
        body: codeBody,
        response: { 200: recoveryCodes, ...refused },
      },
    },
    async request => ({ codes: await renewRecoveryCodes(deps, actorOf(request).id, request.body.code) }),
  )

  routes.post(
    api.secondFactorOff,
    {
      config,
      schema: {
        summary: 'Takes the second factor away; not where it is required',
        tags: ['accounts'],
        body: codeBody,
        response: { 200: okAnswer, ...refused },
      },
    },
    async request => {
      const actor = actorOf(request)
      if (required(actor)) throw new AppError('conflict', 'Staff need a second factor on this server.')
      await verify(deps, actor.id, request.body.code)
      await takeAway(deps, auditorOf(request), actor.id)
      return { ok: true as const }
    },
  )
}
