import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { okAnswer } from '#contract/accounts.ts'
import { errorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import {
  adminPayout,
  adminPayoutsQuery,
  completePayoutBody,
  holdPayoutBody,
  payout,
  payoutDestinationLink,
  payoutPreferences,
  payoutPreferencesBody,
  payoutSummary,
} from '#contract/payouts.ts'
import { auditorOf } from '#server/audit/index.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import { toDollars } from '#server/platform/money.ts'
import { approvePayout, completeManually, holdPayout } from './decide.ts'
import { destinationLink, syncDestination } from './destination.ts'
import { presentForStaff, presentPayout } from './present.ts'
import { requestPayout } from './request-payout.ts'
import { findDestination, listPayouts, preferencesOf, savePreferences, unsafeListPayouts } from './store.ts'
import { summaryOf } from './summary.ts'

const refused = { 401: errorBody, 422: errorBody }

/** The signed-in person's payouts. */
export function payoutRoutes(app: FastifyInstance, deps: Deps): void {
  app.register(async scope => {
    ownRoutes(scope, deps)
    staffRoutes(scope, deps)
  })
}

function ownRoutes(app: FastifyInstance, deps: Deps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { permission: 'earnings:own' } as const
  const limited = { ...config, rateLimit: { max: 20, timeWindow: '1 minute' } }

  routes.get(
    api.payoutSummary,
    {
      config,
      schema: {
        summary: 'Balance, threshold, next payout, and whether one can be requested now',
        tags: ['payouts'],
        response: { 200: payoutSummary, 401: errorBody },
      },
    },
    request => summaryOf(deps, actorOf(request).id),
  )

  routes.get(
    api.payoutHistory,
    {
      config,
      schema: {
        summary: 'Own payouts, newest first',
        tags: ['payouts'],
        response: { 200: z.array(payout), 401: errorBody },
      },
    },
    async request => (await listPayouts(deps.db, actorOf(request).id)).map(row => presentPayout(row)),
  )

  routes.post(
    api.triggerPayout,
    {
      config: limited,
      schema: {
        summary: 'Sets everything that can be paid on its way',
        tags: ['payouts'],
        response: { 200: payout, 401: errorBody, 404: errorBody, 409: errorBody },
      },
    },
    async request => {
      const { id } = actorOf(request)
      const destination = await findDestination(deps.db, id)
      // The news of it may be on its way still.
      if (destination && !destination.ready && deps.stripe)
        await syncDestination(deps, deps.stripe.client, destination.account_id)
      return presentPayout(await requestPayout(deps, id, 'request'))
    },
  )

  routes.patch(
    api.payoutPreferences,
    {
      config,
      schema: {
        summary: 'Threshold of $25 to $500, and how often to pay',
        tags: ['payouts'],
        body: payoutPreferencesBody,
        response: { 200: payoutPreferences, ...refused },
      },
    },
    async request => {
      const { id } = actorOf(request)
      const { payoutThreshold, payoutFrequency } = request.body
      await savePreferences(deps.db, id, {
        thresholdCents: payoutThreshold === undefined ? undefined : Math.round(payoutThreshold * 100),
        frequency: payoutFrequency,
      })
      const saved = (await preferencesOf(deps.db, [id])).get(id)
      if (!saved) throw new Error('Preferences were not saved')
      return { payoutThreshold: toDollars(saved.threshold), payoutFrequency: saved.frequency }
    },
  )

  routes.post(
    api.payoutDestination,
    {
      config: limited,
      schema: {
        summary: 'A page where one says where the money goes',
        tags: ['payouts'],
        response: {
          200: payoutDestinationLink,
          401: errorBody,
          403: errorBody,
          409: errorBody,
          503: errorBody,
        },
      },
    },
    async request => ({ url: await destinationLink(deps, actorOf(request)) }),
  )
}

function staffRoutes(app: FastifyInstance, deps: Deps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { permission: 'admin:manage' } as const
  const params = z.object({ payoutId: z.uuid() })
  const decided = { 200: okAnswer, ...refused, 403: errorBody, 404: errorBody, 409: errorBody }
  const done = { ok: true as const }

  routes.get(
    api.adminPayouts,
    {
      config,
      schema: {
        summary: "Everybody's payouts, newest first",
        tags: ['admin'],
        querystring: adminPayoutsQuery,
        response: { 200: z.array(adminPayout), ...refused, 403: errorBody },
      },
    },
    async request => (await unsafeListPayouts(deps.db, request.query)).map(presentForStaff),
  )

  routes.post(
    api.approvePayout(':payoutId'),
    {
      config,
      schema: {
        summary: 'Lets a payout go that waits for a second person',
        tags: ['admin'],
        params,
        response: decided,
      },
    },
    async request => {
      await approvePayout(deps, auditorOf(request), request.params.payoutId)
      return done
    },
  )

  routes.post(
    api.holdPayout(':payoutId'),
    {
      config,
      schema: {
        summary: 'Keeps a payout back',
        tags: ['admin'],
        params,
        body: holdPayoutBody,
        response: decided,
      },
    },
    async request => {
      await holdPayout(deps, auditorOf(request), request.params.payoutId, request.body.reason)
      return done
    },
  )

  routes.post(
    api.completePayout(':payoutId'),
    {
      config,
      schema: {
        summary: 'Notes that a payout was sent by hand',
        tags: ['admin'],
        params,
        body: completePayoutBody,
        response: decided,
      },
    },
    async request => {
      await completeManually(deps, auditorOf(request), request.params.payoutId, request.body.reference)
      return done
    },
  )
}
