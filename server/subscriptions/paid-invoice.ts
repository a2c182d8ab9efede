import type { Stripe } from '#server/core/stripe.ts'
import type { PaidInvoice } from '#server/ledger/index.ts'

const sum = (parts: readonly { amount: number }[] | null | undefined): number =>
  (parts ?? []).reduce((total, { amount }) => total + amount, 0)

/**
 * What a Stripe invoice covers: its lines without discounts and tax, even where prices include tax.
 * @throws RangeError for more lines than one answer contains, which none of our plans has
 */
export function paidInvoiceOf(
  invoice: Stripe.Invoice,
  whose: Pick<PaidInvoice, 'invoiceId' | 'userId' | 'subscriptionId'>,
): PaidInvoice {
  if (invoice.lines.has_more) throw new RangeError(`Invoice ${whose.invoiceId} has more lines than were read`)
  return {
    ...whose,
    paidCents: invoice.amount_paid,
    taxCents: sum(invoice.total_taxes),
    lines: invoice.lines.data.map(line => ({
      cents:
        line.amount -
        sum(line.discount_amounts) -
        sum((line.taxes ?? []).filter(tax => tax.tax_behavior === 'inclusive')),
      from: new Date(line.period.start * 1000),
      to: new Date(line.period.end * 1000),
    })),
  }
}
