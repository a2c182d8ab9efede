import { notify, notifyAdmins } from '#server/notifications/index.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Stripe } from '#server/platform/stripe.ts'

/** Why Stripe didn't calculate an invoice's tax although it should have; null: it did, or shouldn't. */
export function taxProblemOf({ status, automatic_tax: tax }: Stripe.Invoice): string | null {
  if (status === 'void') return null
  if (!tax.enabled) return tax.disabled_reason?.replace(/^finalization_/, '') ?? null
  // A draft has not been calculated yet.
  if (tax.status === 'complete' || (tax.status === null && status === 'draft')) return null
  return tax.status ?? 'not_calculated'
}

const reasons: Record<string, string> = {
  requires_location_inputs: "Stripe can't tell where the customer is",
  failed: "Stripe's calculation failed",
  system_error: "Stripe's calculation failed",
}

/**
 * Tells admins, and the person if only an address is missing, about an invoice without its tax; once each.
 */
export async function notifyMissingTax(tx: Tx, invoice: Stripe.Invoice, userId: string): Promise<void> {
  const problem = taxProblemOf(invoice)
  if (!problem) return
  const eventKey = `invoice_tax:${invoice.id}:${problem}`
  const why = reasons[problem] ?? `Stripe says ${problem.replaceAll('_', ' ')}`
  await notifyAdmins(tx, {
    title: `The tax of an invoice is missing`,
    message: `Invoice ${invoice.number ?? invoice.id} went out without tax: ${why}. Correct the address or the tax settings in Stripe. Tax that was due on it is owed by us.`,
    eventKey,
  })
  if (problem !== 'requires_location_inputs') return
  await notify(tx, {
    userId,
    type: 'payout_processed',
    title: 'Check your billing address',
    message: "We couldn't work out the tax of your plan. Enter your billing address on the Premium page.",
    link: '/premium',
    eventKey,
  })
}
