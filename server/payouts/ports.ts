import type { PayoutActor } from '#contract/money/payouts.ts'
/** One sending of one payout; the same key is never used for anything else. */
export interface PayoutOrder {
  payoutId: string
  userId: string
  /** counts the keys: a new one only after the last is known to have sent nothing */
  attempt: number
  netCents: number
  destination: string
}

export type SendResult =
  /** it is sent, under the provider's own reference */
  | { kind: 'sent'; reference: string }
  /** it was refused and nothing was sent; who has to act */
  | { kind: 'refused'; code: string; message: string; actor: PayoutActor }
  /** the platform's balance is too small: nothing was sent, and it waits for money */
  | { kind: 'unfunded' }
  /** our own key was refused: nothing was sent, and nobody can be paid */
  | { kind: 'stopped'; message: string }
  /** nobody knows; `burnt`: the provider keeps this answer for the key and gives it again for a day */
  | { kind: 'unknown'; message: string; burnt: boolean }

/** What the platform has at the provider, cents. */
export interface PlatformBalance {
  availableCents: number
  /** paid by cards, available within days */
  pendingCents: number
}

/** Our own key was refused, whatever was asked. */
export class CredentialsRefused extends Error {
  override name = 'CredentialsRefused'
}

export interface FundsPort {
  /** @throws CredentialsRefused */
  balance(): Promise<PlatformBalance>
}

/** Who moves the money. */
export interface PayoutPort {
  send(order: PayoutOrder): Promise<SendResult>
  /**
   * The payout as the provider has it, whatever key sent it; null: nothing was sent.
   * @throws CredentialsRefused, and whatever says that it cannot be asked
   */
  find(payoutId: string): Promise<{ reference: string } | null>
}
