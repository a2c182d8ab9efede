import type { Stripe } from 'stripe'
import type { StripeState } from './state.ts'
import type { BalanceTransaction, Charge, Refund, Transfer } from './types.ts'

/** How long what a card paid is pending: two days. */
const settlementSeconds = 2 * 24 * 3600

/** What Stripe keeps of a payment by a card of the United States: 2.9 % and 30 cents (https://stripe.com/pricing). */
export const cardFee = (cents: number): number => Math.round((cents * 29) / 1000) + 30

interface Movement {
  type: BalanceTransaction['type']
  source: string
  amount: number
  fee?: number
  /** Stripe's word for reports, where it is not the type */
  category?: string
  feeFor?: string
}

const categories: Partial<Record<BalanceTransaction['type'], string>> = {
  transfer_refund: 'transfer_reversal',
}

/** Writes what happened to the balance. */
export function transaction(
  state: StripeState,
  { type, source, amount, fee = 0, category, feeFor = 'Stripe processing fees' }: Movement,
): BalanceTransaction {
  const base = state.base('balance_transaction')
  // Only what cards pay is pending at first; everything else moves what is available.
  const waits = type === 'charge'
  return state.put('balance_transaction', {
    ...base,
    object: 'balance_transaction',
    type,
    reporting_category: category ?? categories[type] ?? type,
    amount,
    fee,
    net: amount - fee,
    currency: 'usd',
    exchange_rate: null,
    fee_details: fee
      ? [
          {
            amount: fee,
            application: null,
            currency: 'usd',
            description: feeFor,
            type: 'stripe_fee',
          },
        ]
      : [],
    source,
    status: waits ? 'pending' : 'available',
    available_on: base.created + (waits ? settlementSeconds : 0),
  })
}

/** A transaction as it stands now: what was pending becomes available with time. */
export const standingNow = (state: StripeState, t: BalanceTransaction): BalanceTransaction => ({
  ...t,
  status: t.available_on <= state.now() ? 'available' : 'pending',
})

/** What the platform may send on, and what is pending; cents. */
export function balanceOf(state: StripeState): { available: number; pending: number } {
  const now = state.now()
  const balance = { available: 0, pending: 0 }
  // Looked at, not copied: every transfer asks, and there may be a hundred thousand transactions.
  for (const t of state.look('balance_transaction', () => true))
    balance[t.available_on <= now ? 'available' : 'pending'] += t.net
  return balance
}

/** The balance as Stripe shows it. */
export function balanceObject(state: StripeState): Stripe.Balance {
  const { available, pending } = balanceOf(state)
  const of = (amount: number) => [{ amount, currency: 'usd', source_types: { card: amount } }]
  return { object: 'balance', livemode: false, available: of(available), pending: of(pending) }
}

/** Takes a transfer from the balance. */
export const settleTransfer = (state: StripeState, transfer: Transfer): Transfer =>
  state.put('transfer', {
    ...transfer,
    balance_transaction: transaction(state, {
      type: 'transfer',
      source: transfer.id,
      amount: -transfer.amount,
    }).id,
  })

/** Gives a transfer that was taken back to the balance again. @returns the transaction's id */
export const settleReversal = (state: StripeState, reversalId: string, cents: number): string =>
  transaction(state, { type: 'transfer_refund', source: reversalId, amount: cents }).id

/** Brings a payment onto the balance, less its fee. */
export const settleCharge = (state: StripeState, charge: Charge): Charge =>
  state.put('charge', {
    ...charge,
    balance_transaction: transaction(state, {
      type: 'charge',
      source: charge.id,
      amount: charge.amount,
      fee: cardFee(charge.amount),
    }).id,
  })

/** Takes a refund from the balance. The fee of the payment is not given back (https://docs.stripe.com/refunds). */
export const settleRefund = (state: StripeState, refund: Omit<Refund, 'balance_transaction'>): Refund =>
  state.put('refund', {
    ...refund,
    balance_transaction: transaction(state, { type: 'refund', source: refund.id, amount: -refund.amount }).id,
  })
