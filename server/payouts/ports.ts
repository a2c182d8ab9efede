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
  /** nobody knows; `burnt`: the provider will give the same answer to this key for ever */
  | { kind: 'unknown'; message: string; burnt: boolean }

/** Who moves the money. */
export interface PayoutPort {
  send(order: PayoutOrder): Promise<SendResult>
  /** The payout as the provider has it, whatever key sent it; null: nothing was sent. @throws when it cannot be asked */
  find(payoutId: string): Promise<{ reference: string } | null>
}
