import type { BillingAddress } from '#contract/money/subscriptions.ts'
import { sentences } from '#sentences/subscriptions.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Actor } from '#server/core/http/permission.ts'
import type { Stripe, StripeGateway } from '#server/core/stripe.ts'
import { ensureCustomer } from '../customer.ts'
import { needStripe, withMessage } from '../gateway.ts'
import { isLive } from '../rules.ts'
import { currentSubscription } from '../store.ts'
import { type SyncDeps, syncSubscription } from '../sync.ts'

/** An address in Stripe's format. */
export const toStripe = ({ country, postalCode }: BillingAddress): Stripe.AddressParam => ({
  country,
  ...(postalCode ? { postal_code: postalCode } : {}),
})

/** The address that a subscription was started for, as stored in its metadata. */
export const placeOf = ({ country, postalCode }: BillingAddress): string => `${country} ${postalCode ?? ''}`

/** Replaces the customer's address. @throws AppError invalid_input if Stripe finds no tax location for it */
const saveAddress = ({ client }: StripeGateway, customer: string, address: BillingAddress) =>
  withMessage(
    client.customers.update(customer, {
      address: toStripe(address),
      tax: { validate_location: 'immediately' },
    }),
  )

/**
 * Makes sure that Stripe can calculate the tax for a customer's purchase.
 * @throws AppError invalid_input without a sufficient address, given or stored
 */
export async function needTaxLocation(
  gateway: StripeGateway,
  customer: string,
  address: BillingAddress | undefined,
): Promise<void> {
  if (!gateway.automaticTax) return
  if (address) return void (await saveAddress(gateway, customer, address))
  const known = await withMessage(gateway.client.customers.retrieve(customer, { expand: ['tax'] }))
  const state = known.deleted ? undefined : known.tax?.automatic_tax
  if (state !== 'supported' && state !== 'not_collecting')
    throw new AppError('invalid_input', sentences.addressNeeded, {
      field: 'address',
    })
}

/**
 * Saves a person's billing address, only at Stripe, and lets Stripe calculate their plan's tax from the next
 * invoice on.
 * @throws AppError invalid_input if Stripe finds no tax location for the address; conflict when no tax is
 * calculated
 */
export async function saveBillingAddress(
  deps: SyncDeps,
  actor: Actor,
  address: BillingAddress,
): Promise<void> {
  const gateway = needStripe(deps.stripe)
  if (!gateway.automaticTax) throw new AppError('conflict', sentences.noTax)
  await saveAddress(gateway, await withMessage(ensureCustomer(deps.db, gateway, actor)), address)
  const plan = await currentSubscription(deps.db, actor.id)
  if (!plan || !isLive(plan.status)) return
  await withMessage(gateway.client.subscriptions.update(plan.id, { automatic_tax: { enabled: true } }))
  await syncSubscription(deps, plan.id)
}
