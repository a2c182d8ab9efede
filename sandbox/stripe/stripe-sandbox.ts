import type { FastifyInstance } from 'fastify'
import type { Faults } from './faults.ts'
import type { StripeState } from './state.ts'
import type { Webhooks } from './webhooks.ts'

/** A running stand-in for Stripe. */
export interface StripeSandbox {
  /** Where its API answers. */
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
  /** What every answer of the API waits for; null: nothing. */
  slow: (() => Promise<unknown>) | null
  webhooks: Webhooks
  state: StripeState
  /** Lets time pass there: renewals, further attempts and ends happen. */
  advance(days: number): void
  /** Tops up or empties the balance until so much is available, cents. Nothing is there at first. */
  setBalance(cents: number): void
  /** Sends so much of the balance to the platform's own bank, cents. */
  payOut(cents: number): void
  /** The bank of a card's owner takes a payment back. @returns the dispute's id */
  dispute(chargeId: string): string
  /** A connected account's payout reaches its bank, or is refused there. @returns its id */
  bankPayout(accountId: string, cents: number, failure?: { code: string; message: string } | null): string
  /** As if the hosted page was filled in, or Stripe found something wrong. */
  /** @param capabilities both unless named */
  setRecipient(
    accountId: string,
    status: 'active' | 'restricted',
    capabilities?: readonly ('stripe_transfers' | 'payouts')[],
  ): void
  /** Registers window.Stripe's script, what it calls, and the hosted page. */
  routes(app: FastifyInstance): void
  close(): Promise<void>
}
