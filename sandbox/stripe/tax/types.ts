import type { Stripe } from 'stripe'

/** A customer's address as given; missing fields are null. */
export interface CustomerAddress {
  city: string | null
  country: string | null
  line1: string | null
  line2: string | null
  postal_code: string | null
  state: string | null
}

/** The tax of one line; an invoice has the same for all its lines together. */
export interface LineTax {
  amount: number
  tax_behavior: 'exclusive' | 'inclusive'
  tax_rate_details: { tax_rate: string } | null
  taxability_reason: 'standard_rated' | 'not_collecting'
  taxable_amount: number
  type: 'tax_rate_details'
}

/** Whether an invoice's tax is calculated, and the result. */
export type InvoiceTax = Stripe.Invoice.AutomaticTax
/** Whether tax is calculated for a plan's invoices. */
export type PlanTax = Stripe.Subscription.AutomaticTax
