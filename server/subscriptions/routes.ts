import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import {
  changePlanBody,
  changePreview,
  createSubscriptionAnswer,
  invoice,
  plansAnswer,
  priceBody,
  refundAnswer,
  refundBody,
  subscriptionStatus,
} from '#contract/subscriptions.ts'
import { auditorOf } from '#server/audit/index.ts'
import type { Deps } from '#server/deps.ts'
import { actorOf } from '#server/platform/http/permission.ts'
import { changePlan, previewChange } from './change-plan.ts'
import { refundInvoice } from './refund.ts'
import { plansOf, presentInvoice, statusOf } from './status.ts'
import { listInvoices } from './store.ts'
import { createSubscription, setCancelAtEnd } from './subscribe.ts'
import { stripeWebhook } from './webhook.ts'

const config = { permission: 'earnings:own' } as const
const limited = { ...config, rateLimit: { max: 20, timeWindow: '1 minute' } }
const staff = { permission: 'admin:manage' } as const
const refused = { 401: errorBody, 409: errorBody, 422: errorBody, 503: errorBody }
const tags = ['plans']

/** Plans of the signed-in person, invoices for staff, and Stripe's events. */
export function subscriptionRoutes(app: FastifyInstance, deps: Deps): void {
  stripeWebhook(app, deps)
  app.register(async scope => {
    const routes = scope.withTypeProvider<ZodTypeProvider>()
    const status = (userId: string) => statusOf(deps, userId)

    routes.get(
      api.subscriptionStatus,
      {
        config,
        schema: {
          summary: 'Where the own plan stands',
          tags,
          response: { 200: subscriptionStatus, ...refused },
        },
      },
      request => status(actorOf(request).id),
    )
    routes.get(
      api.plans,
      { config, schema: { summary: 'What is sold', tags, response: { 200: plansAnswer, 401: errorBody } } },
      async () => plansOf(deps.stripe),
    )
    routes.post(
      api.createSubscription,
      {
        config: limited,
        schema: {
          summary: 'Begins a plan; its first payment is confirmed in the browser',
          tags,
          body: priceBody,
          response: { 200: createSubscriptionAnswer, ...refused },
        },
      },
      request => createSubscription(deps, actorOf(request), request.body.priceId),
    )
    for (const [path, cancel, summary] of [
      [api.cancelSubscription, true, 'Ends the plan with its period'],
      [api.resumeSubscription, false, 'Takes that back'],
    ] as const)
      routes.post(
        path,
        { config: limited, schema: { summary, tags, response: { 200: subscriptionStatus, ...refused } } },
        async request => {
          const { id } = actorOf(request)
          await setCancelAtEnd(deps, id, cancel)
          return status(id)
        },
      )
    routes.post(
      api.previewPlanChange,
      {
        config: limited,
        schema: {
          summary: 'What a change of plan costs: a quote, good once and for 10 minutes',
          tags,
          body: priceBody,
          response: { 200: changePreview, ...refused },
        },
      },
      request => previewChange(deps, actorOf(request).id, request.body.priceId),
    )
    routes.post(
      api.changePlan,
      {
        config: limited,
        schema: {
          summary: 'Changes the plan at once, at the price of a quote',
          tags,
          body: changePlanBody,
          response: { 200: subscriptionStatus, ...refused, 404: errorBody },
        },
      },
      async request => {
        const { id } = actorOf(request)
        await changePlan(deps, id, request.body)
        return status(id)
      },
    )
    routes.get(
      api.invoices,
      {
        config,
        schema: {
          summary: 'Own invoices, newest first',
          tags,
          response: { 200: z.array(invoice), 401: errorBody },
        },
      },
      async request => (await listInvoices(deps.db, actorOf(request).id)).map(presentInvoice),
    )

    routes.get(
      api.userInvoices(':userId'),
      {
        config: staff,
        schema: {
          summary: "A person's invoices",
          tags: ['admin'],
          params: z.object({ userId: z.string().max(100) }),
          response: { 200: z.array(invoice), 401: errorBody, 403: errorBody, 422: errorBody },
        },
      },
      async request => (await listInvoices(deps.db, request.params.userId)).map(presentInvoice),
    )
    routes.post(
      api.refundInvoice(':invoiceId'),
      {
        config: staff,
        schema: {
          summary: 'Pays an invoice of the last 30 days back and ends its plan',
          tags: ['admin'],
          params: z.object({ invoiceId: z.string().max(120) }),
          body: refundBody,
          response: { 200: refundAnswer, ...refused, 403: errorBody, 404: errorBody },
        },
      },
      request => refundInvoice(deps, auditorOf(request), request.params.invoiceId, request.body.reason),
    )
  })
}
