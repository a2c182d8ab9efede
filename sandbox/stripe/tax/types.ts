import type { Stripe } from 'stripe'

/** Where a customer is, as they said; texts that were not given are null. */
export interface CustomerAddress {
  city: string | null
  country: string | null
  line1: string | null
  line2: string | null
  postal_code: string | null
  state: string | null
}

/** The tax of one line; an invoice holds the same for all of its lines together. */
export interface LineTax {
  amount: number
  tax_behavior: 'exclusive' | 'inclusive'
  tax_rate_details: { tax_rate: string } | null
  taxability_reason: 'standard_rated' | 'not_collecting'
  taxable_amount: number
  type: 'tax_rate_details'
}

/** Whether the tax of an invoice is calculated, and how that went. */
export type InvoiceTax = Stripe.Invoice.AutomaticTax
/** Whether the tax of a plan's invoices is calculated. */
export type PlanTax = Stripe.Subscription.AutomaticTax
