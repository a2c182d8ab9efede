import type { Stripe } from 'stripe'
import { StripeRefusal } from '../errors.ts'
import { type Form, formOf, textOf } from '../form.ts'
import type { InvoiceLine, Price } from '../types.ts'
import { locationOf, needLocation } from './location.ts'
import type { CustomerAddress, InvoiceTax, LineTax, PlanTax } from './types.ts'

/**
 * Where this Stripe account is registered, in hundredths of a percent. The rates are made up: whatever they
 * are, the product has to take them from the invoice.
 */
const registrations: { country: string; postalCode: RegExp; rate: number; id: string }[] = [
  { country: 'US', postalCode: /^98[0-4]/, rate: 1035, id: 'txr_sandbox_wa' },
  { country: 'US', postalCode: /^1[0-4]/, rate: 888, id: 'txr_sandbox_ny' },
  { country: 'CA', postalCode: /^[KLMNP]/i, rate: 1300, id: 'txr_sandbox_on' },
  { country: 'DE', postalCode: /^/, rate: 1900, id: 'txr_sandbox_de' },
]

/** Tax is set up for this account. */
export const taxSettings: Stripe.Tax.Settings = {
  object: 'tax.settings',
  defaults: { provider: 'stripe', tax_behavior: 'exclusive', tax_code: 'txcd_10103001' },
  head_office: {
    address: {
      city: 'Boise',
      country: 'US',
      line1: '1 Main St',
      line2: null,
      postal_code: '83702',
      state: 'ID',
    },
  },
  livemode: false,
  status: 'active',
  status_details: { active: {} },
}

function taxOf(address: CustomerAddress, cents: number): LineTax {
  const found = registrations.find(
    ({ country, postalCode }) => country === address.country && postalCode.test(address.postal_code ?? ''),
  )
  return {
    amount: found ? Math.round((cents * found.rate) / 10_000) : 0,
    tax_behavior: 'exclusive',
    tax_rate_details: { tax_rate: found?.id ?? 'txr_sandbox_none' },
    taxability_reason: found ? 'standard_rated' : 'not_collecting',
    taxable_amount: found ? cents : 0,
    type: 'tax_rate_details',
  }
}

/** The tax of all lines grouped by rate, as an invoice lists it. */
function together(taxes: LineTax[]): LineTax[] {
  const rates = new Map<string, LineTax>()
  for (const tax of taxes) {
    const rate = tax.tax_rate_details?.tax_rate ?? ''
    const known = rates.get(rate)
    rates.set(rate, {
      ...tax,
      amount: tax.amount + (known?.amount ?? 0),
      taxable_amount: tax.taxable_amount + (known?.taxable_amount ?? 0),
    })
  }
  return [...rates.values()]
}

export interface Taxed {
  lines: InvoiceLine[]
  automatic_tax: InvoiceTax
  total_taxes: LineTax[]
}

const off: InvoiceTax = {
  disabled_reason: null,
  enabled: false,
  liability: null,
  provider: null,
  status: null,
}

/**
 * Adds the tax for the customer's location. Without one, the invoice is finalized without tax and says so
 * (https://docs.stripe.com/tax/customer-locations).
 */
export function taxed(
  lines: InvoiceLine[],
  wanted: boolean,
  address: CustomerAddress | null | undefined,
): Taxed {
  if (!wanted) return { lines, automatic_tax: off, total_taxes: [] }
  if (!address || !locationOf(address))
    return {
      lines,
      automatic_tax: { ...off, disabled_reason: 'finalization_requires_location_inputs' },
      total_taxes: [],
    }
  const withTax = lines.map(line => ({ ...line, taxes: [taxOf(address, line.amount)] }))
  return {
    lines: withTax,
    automatic_tax: {
      disabled_reason: null,
      enabled: true,
      liability: { type: 'self' },
      provider: 'stripe',
      status: 'complete',
    },
    total_taxes: together(withTax.flatMap(line => line.taxes)),
  }
}

/**
 * The plan's tax setting from now on.
 * @throws StripeRefusal when the customer has no location, or the price doesn't say whether it includes tax
 */
export function planTaxOf(
  form: Form,
  { address, price }: { address: CustomerAddress | null | undefined; price: Price },
): PlanTax | null {
  const enabled = textOf(formOf(form.automatic_tax).enabled)
  if (enabled === undefined) return null
  if (enabled !== 'true') return { disabled_reason: null, enabled: false, liability: null }
  needLocation(address)
  if ((price.tax_behavior ?? 'unspecified') === 'unspecified')
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      `You must specify \`tax_behavior\` on price '${price.id}' to use automatic tax.`,
      { param: 'automatic_tax' },
    )
  return { disabled_reason: null, enabled: true, liability: { type: 'self' } }
}
