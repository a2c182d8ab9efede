import type { BillingAddress, PlanPreview } from '#contract/money/subscriptions.ts'
import { needStripe, needTier, withMessage } from '../gateway.ts'
import type { SyncDeps } from '../sync.ts'
import { toStripe } from './address.ts'

const dollarsOf = (cents: number) => cents / 100

/**
 * The amount of a plan's first payment at an address, calculated by Stripe. Nothing is started or saved.
 * @throws AppError invalid_input for a price that isn't ours, or an address insufficient for tax; unavailable
 */
export async function previewPlan(
  deps: SyncDeps,
  { priceId, address }: { priceId: string; address: BillingAddress },
): Promise<PlanPreview> {
  const gateway = needStripe(deps.stripe)
  needTier(gateway, priceId)
  const invoice = await withMessage(
    gateway.client.invoices.createPreview({
      automatic_tax: { enabled: gateway.automaticTax },
      customer_details: { address: toStripe(address) },
      subscription_details: { items: [{ price: priceId }] },
    }),
  )
  return {
    price: dollarsOf(invoice.total_excluding_tax ?? invoice.subtotal),
    tax: dollarsOf((invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0)),
    total: dollarsOf(invoice.total),
  }
}
