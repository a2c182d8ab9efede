import { Stripe } from 'stripe'
import type { PlanFacts, Tier } from '#contract/money/constants.ts'
import { sentences } from '#sentences/subscriptions.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { StripeGateway } from '#server/core/stripe.ts'

/** @throws AppError unavailable when no Stripe account is configured */
export function needStripe(stripe: StripeGateway | null): StripeGateway {
  if (!stripe) throw new AppError('unavailable', sentences.notSold)
  return stripe
}

export const priceOf = ({ prices }: Pick<StripeGateway, 'prices'>, tier: PlanFacts['tier']): string | null =>
  tier === 'free' ? null : prices[tier]

/** The id of a field that is an id or, if expanded, an object. */
export const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id

/** The plan of a price; undefined for a price that isn't ours. */
export function tierOfPrice(
  { prices }: Pick<StripeGateway, 'prices'>,
  priceId: string,
): Exclude<Tier, 'free'> | undefined {
  if (priceId === prices.premium) return 'premium'
  return priceId === prices.pro ? 'pro' : undefined
}

/** @throws AppError invalid_input for a price that isn't ours */
export function needTier(gateway: StripeGateway, priceId: string): Exclude<Tier, 'free'> {
  const tier = tierOfPrice(gateway, priceId)
  if (!tier) throw new AppError('invalid_input', sentences.unknownPlan, { field: 'priceId' })
  return tier
}

/** Whether Stripe may have done what it was asked, although no answer says so. */
export const isLost = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeAPIError

/**
 * Rethrows Stripe's message for the card owner, or says that Stripe can't be reached; never internal errors.
 */
export async function withMessage<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      throw new AppError('conflict', sentences.declined({ reason: error.message }), { cause: error })
    if (error instanceof Stripe.errors.StripeError && error.code === 'customer_tax_location_invalid')
      throw new AppError('invalid_input', sentences.taxUnknown, { field: 'address', cause: error })
    if (error instanceof Stripe.errors.StripeError)
      throw new AppError('unavailable', sentences.providerDown, {
        cause: error,
      })
    throw error
  }
}
