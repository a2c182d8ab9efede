import type { PayoutActor } from '#contract/money/payouts.ts'
import type { Sentence } from '#server/core/sentences.ts'

/** One attempt to send a payout; its key is never used for anything else. */
export interface PayoutOrder {
  payoutId: string
  userId: string
  /** numbers the keys: a new one only after the last is known to have sent nothing */
  attempt: number
  netCents: number
  destination: string
}

export type SendResult =
  /** it was sent, with the provider's reference */
  | { kind: 'sent'; reference: string }
  /** it was refused and nothing was sent; who has to act */
  | { kind: 'refused'; code: string; message: Sentence; actor: PayoutActor }
  /** the platform's balance is too low: nothing was sent, and it waits for money */
  | { kind: 'unfunded' }
  /** our own key was refused: nothing was sent, and no one can be paid */
  | { kind: 'stopped'; message: string }
  /** the outcome is unknown; `burnt`: the provider stores this answer for the key and repeats it for a day */
  | { kind: 'unknown'; message: string; burnt: boolean }

/** The platform's balance at the provider, cents. */
export interface PlatformBalance {
  availableCents: number
  /** from card payments, available within days */
  pendingCents: number
}

/** The provider refused our own key. */
export class CredentialsRefused extends Error {
  override name = 'CredentialsRefused'
}

export interface FundsPort {
  /** @throws CredentialsRefused */
  balance(): Promise<PlatformBalance>
}

/** Sends the money. */
export interface PayoutPort {
  send(order: PayoutOrder): Promise<SendResult>
  /**
   * The payout at the provider, whichever key sent it; null: nothing was sent.
   * @throws CredentialsRefused, or any error that prevents the lookup
   */
  find(payoutId: string): Promise<{ reference: string } | null>
}
