import { sentences as notices } from '#sentences/subscriptions.ts'
import type { Tx } from '#server/core/db/database.ts'
import type { Stripe } from '#server/core/stripe.ts'
import { notify, notifyAdmins } from '#server/notifications/index.ts'

/** Why Stripe didn't calculate an invoice's tax although it should have; null: it did, or shouldn't. */
export function taxProblemOf({ status, automatic_tax: tax }: Stripe.Invoice): string | null {
  if (status === 'void') return null
  if (!tax.enabled) return tax.disabled_reason?.replace(/^finalization_/, '') ?? null
  // A draft has not been calculated yet.
  if (tax.status === 'complete' || (tax.status === null && status === 'draft')) return null
  return tax.status ?? 'not_calculated'
}

/**
 * Tells admins, and the person if only an address is missing, about an invoice without its tax; once each.
 */
export async function notifyMissingTax(tx: Tx, invoice: Stripe.Invoice, userId: string): Promise<void> {
  const problem = taxProblemOf(invoice)
  if (!problem) return
  const eventKey = `invoice_tax:${invoice.id}:${problem}`
  await notifyAdmins(tx, {
    title: notices.taxMissingTitle,
    message: notices.taxMissingMessage({
      invoice: invoice.number ?? invoice.id ?? '',
      problem,
    }),
    eventKey,
  })
  if (problem !== 'requires_location_inputs') return
  await notify(tx, {
    userId,
    videoId: null,
    type: 'payout_processed',
    title: notices.addressTitle,
    message: notices.addressMessage,
    link: '/premium',
    eventKey,
  })
}
