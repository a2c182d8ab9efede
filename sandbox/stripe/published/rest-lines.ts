import type { Stripe } from 'stripe'
import type * as Ours from '../types.ts'
import type { Rest } from './rest.ts'

export const invoiceLine = {
  discount_amounts: [],
  discountable: true,
  discounts: [],
  invoice: null,
  livemode: false,
  metadata: {},
  parent: null,
  pretax_credit_amounts: [],
  quantity: 1,
  quantity_decimal: null,
  subscription: null,
  taxes: [],
} satisfies Omit<Rest<Stripe.InvoiceLineItem, Ours.InvoiceLine>, 'subtotal'>
