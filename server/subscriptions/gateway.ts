import { Stripe } from 'stripe'
import type { PlanFacts, Tier } from '#contract/money/constants.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { StripeGateway } from '#server/platform/stripe.ts'

/** @throws AppError unavailable where no account at Stripe is set */
export function needStripe(stripe: StripeGateway | null): StripeGateway {
  if (!stripe) throw new AppError('unavailable', 'Plans are not sold on this server yet.')
  return stripe
}

export const priceOf = ({ prices }: Pick<StripeGateway, 'prices'>, tier: PlanFacts['tier']): string | null =>
  tier === 'free' ? null : prices[tier]

/** The id of what Stripe gives as an id, or whole where that was asked for. */
export const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  typeof value === 'string' ? value : value?.id

/** The plan of a price; undefined for a price that is none of ours. */
export function tierOfPrice(
  { prices }: Pick<StripeGateway, 'prices'>,
  priceId: string,
): Exclude<Tier, 'free'> | undefined {
  if (priceId === prices.premium) return 'premium'
  return priceId === prices.pro ? 'pro' : undefined
}

/** @throws AppError invalid_input for a price that is none of ours */
export function needTier(gateway: StripeGateway, priceId: string): Exclude<Tier, 'free'> {
  const tier = tierOfPrice(gateway, priceId)
  if (!tier) throw new AppError('invalid_input', 'This is not one of our plans.', { field: 'priceId' })
  return tier
}

/** Stripe's sentence for the card's owner, or that it cannot be reached; never what went wrong inside. */
export async function said<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      throw new AppError('conflict', error.message, { cause: error })
    if (error instanceof Stripe.errors.StripeError && error.code === 'customer_tax_location_invalid')
      throw new AppError(
        'invalid_input',
        "We can't work out tax for this address. Check the country and the ZIP or postal code.",
        { field: 'address', cause: error },
      )
    if (error instanceof Stripe.errors.StripeError)
      throw new AppError(
        'unavailable',
        'The payment provider did not answer. Please try again in a moment.',
        {
          cause: error,
        },
      )
    throw error
  }
}
