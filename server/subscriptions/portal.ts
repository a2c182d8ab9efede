import type { BillingPage } from '#contract/money/subscriptions.ts'
import { sentences } from '#sentences/subscriptions.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Language } from '#server/core/sentences.ts'
import type { Stripe } from '#server/core/stripe.ts'
import type { Deps } from '#server/deps.ts'
import { idOf, needStripe, withMessage } from './gateway.ts'
import { isLive } from './rules.ts'
import { currentSubscription, customerOf, type SyncDeps, userOfCustomer } from './store.ts'

/** The portal changes cards and shows invoices. Plans change here only, at a quoted price. */
const features = {
  payment_method_update: { enabled: true },
  invoice_history: { enabled: true },
} satisfies Stripe.BillingPortal.ConfigurationCreateParams['features']
/** Another number when the features change. */
const metadata = { trailcut: '1' }
/** Stripe's names of our languages; the portal chooses by the browser where it has none for a language. */
const locales: Partial<Record<Language, Stripe.BillingPortal.SessionCreateParams.Locale>> = {
  en: 'en',
  'es-MX': 'es-419',
}

/** The id of our configuration of the portal at Stripe, made if it's missing. */
async function configurationOf(client: Stripe): Promise<string> {
  for await (const known of client.billingPortal.configurations.list({ active: true, limit: 100 }))
    if (known.metadata?.trailcut === metadata.trailcut) return known.id
  const made = await client.billingPortal.configurations.create(
    { features, metadata },
    { idempotencyKey: `portal:${metadata.trailcut}` },
  )
  return made.id
}

/**
 * A short-lived link to Stripe's pages for a person's card, or for their invoices and receipts too.
 * @throws AppError conflict for a person who hasn't bought anything; unavailable
 */
export async function openBilling(
  deps: Pick<Deps, 'db' | 'stripe' | 'publicUrl'>,
  userId: string,
  page: BillingPage,
  language: Language,
): Promise<{ url: string }> {
  const { client } = needStripe(deps.stripe)
  const customer = await customerOf(deps.db, userId)
  if (!customer) throw new AppError('conflict', sentences.nothingBought)
  const return_url = `${deps.publicUrl}/premium`
  const { url } = await withMessage(
    (async () =>
      client.billingPortal.sessions.create({
        customer,
        configuration: await configurationOf(client),
        return_url,
        locale: locales[language] ?? 'auto',
        ...(page === 'card'
          ? {
              flow_data: {
                type: 'payment_method_update',
                after_completion: { type: 'redirect', redirect: { return_url } },
              },
            }
          : {}),
      }))(),
  )
  return { url }
}

/**
 * A card saved in the portal is the customer's, but a plan is charged to its own card, the one that paid it last. So
 * the plan takes over the new one.
 */
export async function takeOverCard(deps: SyncDeps, customerId: string): Promise<void> {
  const { client } = needStripe(deps.stripe)
  const userId = await userOfCustomer(deps.db, customerId)
  const plan = userId && (await currentSubscription(deps.db, userId))
  if (!plan || !isLive(plan.status)) return
  const customer = await client.customers.retrieve(customerId)
  if (customer.deleted) return
  const card = idOf(customer.invoice_settings.default_payment_method)
  const s = await client.subscriptions.retrieve(plan.id)
  if (card && card !== idOf(s.default_payment_method))
    await client.subscriptions.update(plan.id, { default_payment_method: card })
}
