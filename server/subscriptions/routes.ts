import type { FastifyInstance } from 'fastify'
import { auditorOf } from '#server/audit/index.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { actorOf } from '#server/core/http/permission.ts'
import { spokenTo } from '#server/core/language.ts'
import type { Deps } from '#server/deps.ts'
import { changePlan, keepPlan, previewChange } from './change-plan.ts'
import { deskRoutes } from './desk/routes.ts'
import { openBilling } from './portal.ts'
import { refundInvoice, resendRefund } from './refund.ts'
import { plansOf, presentInvoice, statusOf } from './status.ts'
import { listInvoices } from './store.ts'
import { createSubscription, setCancelAtEnd } from './subscribe.ts'
import { saveBillingAddress } from './tax/address.ts'
import { previewPlan } from './tax/preview-plan.ts'

/** The signed-in person's plans, and invoices for staff. */
export function subscriptionRoutes(app: FastifyInstance, deps: Deps): void {
  deskRoutes(app, deps)
  app.register(async scope => {
    const status = (userId: string) => statusOf(deps, userId)

    implement(scope, 'subscriptionStatus', request => status(actorOf(request).id))
    implement(scope, 'plans', async request => plansOf(deps.stripe, spokenTo(request)))
    implement(scope, 'createSubscription', { rateLimit: perMinute(20) }, request =>
      createSubscription(deps, actorOf(request), request.body.priceId, request.body.address),
    )
    implement(scope, 'previewPlan', { rateLimit: perMinute(20) }, request => previewPlan(deps, request.body))
    implement(scope, 'saveBillingAddress', { rateLimit: perMinute(20) }, async request => {
      const actor = actorOf(request)
      await saveBillingAddress(deps, actor, request.body)
      return status(actor.id)
    })
    const cancelAtEnd = async (userId: string, cancel: boolean) => {
      await setCancelAtEnd(deps, userId, cancel)
      return status(userId)
    }
    implement(scope, 'cancelSubscription', { rateLimit: perMinute(20) }, request =>
      cancelAtEnd(actorOf(request).id, true),
    )
    implement(scope, 'resumeSubscription', { rateLimit: perMinute(20) }, request =>
      cancelAtEnd(actorOf(request).id, false),
    )
    implement(scope, 'previewPlanChange', { rateLimit: perMinute(20) }, request =>
      previewChange(deps, actorOf(request).id, request.body.priceId),
    )
    implement(scope, 'changePlan', { rateLimit: perMinute(20) }, async request => {
      const { id } = actorOf(request)
      await changePlan(deps, id, request.body)
      return status(id)
    })
    implement(scope, 'cancelPlanChange', { rateLimit: perMinute(20) }, async request => {
      const { id } = actorOf(request)
      await keepPlan(deps, id)
      return status(id)
    })
    implement(scope, 'openBilling', { rateLimit: perMinute(20) }, request =>
      openBilling(deps, actorOf(request).id, request.body.page, spokenTo(request)),
    )
    implement(scope, 'userInvoices', async request =>
      (await listInvoices(deps.db, request.params.userId)).map(presentInvoice),
    )
    implement(scope, 'refundInvoice', request =>
      refundInvoice(deps, auditorOf(request), request.params.invoiceId, request.body),
    )
    implement(scope, 'resendRefund', request =>
      resendRefund(deps, auditorOf(request), request.params, request.body.reason),
    )
  })
}
