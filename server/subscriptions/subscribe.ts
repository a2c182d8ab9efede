import type { z } from 'zod'
import type { BillingAddress, createSubscriptionAnswer } from '#contract/money/subscriptions.ts'
import { sentences } from '#sentences/subscriptions.ts'
import { inTurns } from '#server/core/db/turn.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Actor } from '#server/core/http/permission.ts'
import type { Stripe, StripeGateway } from '#server/core/stripe.ts'
import { settleCredit } from './credits/sync-credit.ts'
import { ensureCustomer } from './customer.ts'
import { needStripe, needTier, withMessage } from './gateway.ts'
import { isLive } from './rules.ts'
import { currentSubscription, type SubscriptionRow } from './store.ts'
import { type SyncDeps, syncSubscription } from './sync.ts'
import { needTaxLocation, placeOf } from './tax/address.ts'

/** The turn of starting or changing a person's plan. */
export const planTurn = (userId: string): string => `plan ${userId}`

type Created = z.infer<typeof createSubscriptionAnswer>
const withSecrets = ['latest_invoice.confirmation_secret', 'pending_setup_intent']

/** What the browser confirms: the first payment, or a card for later when nothing is due. */
async function secretOf({ client }: StripeGateway, s: Stripe.Subscription): Promise<Created> {
  const invoice = typeof s.latest_invoice === 'string' ? null : s.latest_invoice
  const payment = invoice?.confirmation_secret?.client_secret
  if (payment) return { clientSecret: payment, intent: 'payment' }
  const pending = typeof s.pending_setup_intent === 'string' ? null : s.pending_setup_intent
  const setup =
    pending ??
    (await client.setupIntents.create(
      { customer: s.customer as string, usage: 'off_session' },
      { idempotencyKey: `setup:${s.id}` },
    ))
  return { clientSecret: setup.client_secret as string, intent: 'setup' }
}

/** An unpaid subscription that matches the request: the same price and tax. */
const isSame = (
  s: Stripe.Subscription,
  { priceId, place, taxed }: { priceId: string; place: string | undefined; taxed: boolean },
): boolean =>
  s.items.data[0]?.price.id === priceId &&
  s.automatic_tax.enabled === taxed &&
  (place === undefined || s.metadata.place === place)

/**
 * Starts a plan, which its first payment activates. Repeated requests return the same unpaid subscription.
 * @param address billing address; needed once if tax is calculated
 * @throws AppError conflict for an unverified address or an existing plan; unavailable; invalid_input
 */
export async function createSubscription(
  deps: SyncDeps,
  actor: Actor,
  priceId: string,
  address?: BillingAddress,
): Promise<Created> {
  const gateway = needStripe(deps.stripe)
  needTier(gateway, priceId)
  if (!actor.emailVerified) throw new AppError('conflict', sentences.confirmEmail)
  const { client, automaticTax: taxed } = gateway
  const place = taxed && address ? placeOf(address) : undefined
  const made = await inTurns(deps.db, planTurn(actor.id), () =>
    withMessage(
      (async () => {
        const customer = await ensureCustomer(deps.db, gateway, actor)
        await needTaxLocation(gateway, customer, address)
        // No plan is bought with credit of a payment that was returned.
        await settleCredit(deps, actor.id)
        const known = await client.subscriptions.list({ customer, status: 'all', limit: 100 })
        if (known.data.some(s => isLive(s.status)))
          throw new AppError('conflict', sentences.alreadySubscribed)
        for (const s of known.data.filter(one => one.status === 'incomplete')) {
          if (isSame(s, { priceId, place, taxed }))
            return client.subscriptions.retrieve(s.id, { expand: withSecrets })
          await client.subscriptions.cancel(s.id)
        }
        return client.subscriptions.create(
          {
            customer,
            items: [{ price: priceId }],
            payment_behavior: 'default_incomplete',
            payment_settings: { save_default_payment_method: 'on_subscription' },
            expand: withSecrets,
            metadata: { userId: actor.id, ...(place ? { place } : {}) },
            ...(taxed ? { automatic_tax: { enabled: true } } : {}),
          },
          // The key includes the number of earlier attempts, so that a plan can be bought again after it
          // ended.
          { idempotencyKey: `subscription:${customer}:${priceId}:${known.data.length}` },
        )
      })(),
    ),
  )
  const answer = await withMessage(secretOf(gateway, made))
  await syncSubscription(deps, made.id)
  return answer
}

/** The active plan. @throws AppError conflict without one */
export async function needPlan(deps: SyncDeps, userId: string): Promise<SubscriptionRow> {
  const row = await currentSubscription(deps.db, userId)
  if (!row || !isLive(row.status)) throw new AppError('conflict', sentences.noPlan)
  return row
}

/** Ends the plan with its period, or revokes that. @throws AppError conflict without a plan */
export async function setCancelAtEnd(deps: SyncDeps, userId: string, cancel: boolean): Promise<void> {
  const { client } = needStripe(deps.stripe)
  const row = await needPlan(deps, userId)
  await withMessage(client.subscriptions.update(row.id, { cancel_at_period_end: cancel }))
  await syncSubscription(deps, row.id)
}
