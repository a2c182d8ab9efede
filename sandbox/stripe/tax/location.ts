import type { Stripe } from 'stripe'
import { StripeRefusal } from '../errors.ts'
import { type Form, formOf, textOf } from '../form.ts'
import type { CustomerAddress } from './types.ts'

/** What an address must contain to be a location (https://docs.stripe.com/tax/customer-locations). */
const recognized: Record<string, (address: CustomerAddress) => boolean> = {
  US: ({ postal_code }) => /^\d{5}(-?\d{4})?$/.test(postal_code ?? '') && !postal_code?.startsWith('000'),
  CA: ({ postal_code, state }) =>
    /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i.test(postal_code ?? '') || /^[A-Z]{2}$/.test(state ?? ''),
}

/** The country tax is calculated for; null: the address is too incomplete. */
export function locationOf(address: CustomerAddress | null | undefined): string | null {
  const country = address?.country ?? ''
  if (!address || !/^[A-Z]{2}$/.test(country)) return null
  return (recognized[country]?.(address) ?? true) ? country : null
}

/** The address from a request; undefined: not sent, null: cleared. */
export function addressOf(form: Form): CustomerAddress | null | undefined {
  if (form.address === undefined) return undefined
  if (textOf(form.address) === '') return null
  const given = formOf(form.address)
  const part = (name: keyof CustomerAddress) => textOf(given[name]) || null
  return {
    city: part('city'),
    country: part('country'),
    line1: part('line1'),
    line2: part('line2'),
    postal_code: part('postal_code'),
    state: part('state'),
  }
}

/** What Stripe knows about the customer's location; left out of a customer unless requested. */
export function taxStateOf(address: CustomerAddress | null | undefined): Stripe.Customer.Tax {
  const country = locationOf(address)
  return {
    automatic_tax: country ? 'supported' : 'unrecognized_location',
    ip_address: null,
    location: country === null ? null : { country, source: 'billing_address', state: address?.state ?? null },
    provider: 'stripe',
  }
}

/**
 * @throws StripeRefusal customer_tax_location_invalid, as Stripe does whenever tax is requested without a
 * location
 */
export function needLocation(address: CustomerAddress | null | undefined): void {
  if (!locationOf(address))
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
      { code: 'customer_tax_location_invalid', param: 'automatic_tax' },
    )
}
