import type { FastifyInstance } from 'fastify'
import type { Faults } from './faults.ts'
import type { StripeState } from './state.ts'
import type { Webhooks } from './webhooks.ts'

/** A running Stripe sandbox. */
export interface StripeSandbox {
  /** The address of its API. */
  url: string
  secretKey: string
  publishableKey: string
  /** of the event destination for snapshot events of API v1 */
  webhookSecret: string
  /** of the event destination for thin events of API v2 */
  thinSecret: string
  /** of the event destination for snapshot events of connected accounts */
  connectSecret: string
  prices: { premium: string; pro: string }
  faults: Faults
  /** Every API answer waits for this; null: no delay. */
  slow: (() => Promise<unknown>) | null
  webhooks: Webhooks
  state: StripeState
  /** Advances its time: runs renewals, retries and cancellations. */
  advance(days: number): void
  /** Tops up or pays out until this balance is available, cents. It starts at zero. */
  setBalance(cents: number): void
  /** Pays out this much of the balance to the platform's own bank, cents. */
  payOut(cents: number): void
  /** The card owner's bank disputes a payment. @returns the dispute's id */
  dispute(chargeId: string): string
  /** The card's bank sends a refund back. */
  failRefund(id: string): void
  /** A connected account's payout reaches its bank, or is refused there. @returns its id */
  bankPayout(accountId: string, cents: number, failure?: { code: string; message: string } | null): string
  /** As if the hosted page had been completed, or Stripe had found a problem. */
  /** @param capabilities both by default */
  setRecipient(
    accountId: string,
    status: 'active' | 'restricted',
    capabilities?: readonly ('stripe_transfers' | 'payouts')[],
  ): void
  /** Registers window.Stripe's script, the calls it makes, and the hosted page. */
  routes(app: FastifyInstance): void
  close(): Promise<void>
}
