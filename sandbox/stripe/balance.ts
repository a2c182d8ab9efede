import type { Stripe } from 'stripe'
import type { StripeState } from './state.ts'
import type { BalanceTransaction, Charge, Refund, Transfer } from './types.ts'

/** How long card payments stay pending: two days. */
const settlementSeconds = 2 * 24 * 3600

/** Stripe's fee for a US card payment: 2.9% and 30 cents (https://stripe.com/pricing). */
export const cardFee = (cents: number): number => Math.round((cents * 29) / 1000) + 30

interface Movement {
  type: BalanceTransaction['type']
  source: string
  amount: number
  fee?: number
  /** Stripe's reporting category, where it differs from the type */
  category?: string
  feeFor?: string
  description?: string
}

const categories: Partial<Record<BalanceTransaction['type'], string>> = {
  transfer_refund: 'transfer_reversal',
}

/** Records a balance transaction. */
export function transaction(
  state: StripeState,
  { type, source, amount, fee = 0, category, feeFor = 'Stripe processing fees', description }: Movement,
): BalanceTransaction {
  const base = state.base('balance_transaction')
  // Only card payments are pending at first; everything else is available at once.
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
    ...(description ? { description } : {}),
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

/** A transaction with its current status: pending money becomes available with time. */
export const standingNow = (state: StripeState, t: BalanceTransaction): BalanceTransaction => ({
  ...t,
  status: t.available_on <= state.now() ? 'available' : 'pending',
})

/** What the platform may transfer, and what is pending; cents. */
export function balanceOf(state: StripeState): { available: number; pending: number } {
  const now = state.now()
  const balance = { available: 0, pending: 0 }
  // Without copies: every transfer asks, and there may be a hundred thousand transactions.
  for (const t of state.look('balance_transaction', () => true))
    balance[t.available_on <= now ? 'available' : 'pending'] += t.net
  return balance
}

/** The balance in Stripe's format. */
export function balanceObject(state: StripeState): Stripe.Balance {
  const { available, pending } = balanceOf(state)
  const of = (amount: number) => [{ amount, currency: 'usd', source_types: { card: amount } }]
  return { object: 'balance', livemode: false, available: of(available), pending: of(pending) }
}

/** Deducts a transfer from the balance. */
export const settleTransfer = (state: StripeState, transfer: Transfer): Transfer =>
  state.put('transfer', {
    ...transfer,
    balance_transaction: transaction(state, {
      type: 'transfer',
      source: transfer.id,
      amount: -transfer.amount,
    }).id,
  })

/** Returns a reversed transfer to the balance. @returns the transaction's id */
export const settleReversal = (state: StripeState, reversalId: string, cents: number): string =>
  transaction(state, { type: 'transfer_refund', source: reversalId, amount: cents }).id

/** Adds a payment to the balance, less its fee. */
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

/** Deducts a refund from the balance. The payment's fee is not returned (https://docs.stripe.com/refunds). */
export const settleRefund = (state: StripeState, refund: Omit<Refund, 'balance_transaction'>): Refund =>
  state.put('refund', {
    ...refund,
    balance_transaction: transaction(state, { type: 'refund', source: refund.id, amount: -refund.amount }).id,
  })
