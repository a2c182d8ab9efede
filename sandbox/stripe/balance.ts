import type { StripeState } from './state.ts'
import type { BalanceTransaction, Charge, Refund } from './types.ts'

/** Until what a card paid may be used: two days. */
const settlementSeconds = 2 * 24 * 3600

/** What Stripe keeps of a payment by a card of the United States: 2.9 % and 30 cents (https://stripe.com/pricing). */
export const cardFee = (cents: number): number => Math.round((cents * 29) / 1000) + 30

function transaction(
  state: StripeState,
  type: BalanceTransaction['type'],
  source: string,
  amount: number,
  fee: number,
): BalanceTransaction {
  const base = state.base('balance_transaction')
  return state.put('balance_transaction', {
    ...base,
    object: 'balance_transaction',
    type,
    reporting_category: type,
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
            description: 'Stripe processing fees',
            type: 'stripe_fee',
          },
        ]
      : [],
    source,
    status: 'pending',
    available_on: base.created + settlementSeconds,
  })
}

/** Brings a payment onto the balance, less its fee. */
export const settleCharge = (state: StripeState, charge: Charge): Charge =>
  state.put('charge', {
    ...charge,
    balance_transaction: transaction(state, 'charge', charge.id, charge.amount, cardFee(charge.amount)).id,
  })

/** Takes a refund from the balance. The fee of the payment is not given back (https://docs.stripe.com/refunds). */
export const settleRefund = (state: StripeState, refund: Omit<Refund, 'balance_transaction'>): Refund =>
  state.put('refund', {
    ...refund,
    balance_transaction: transaction(state, 'refund', refund.id, -refund.amount, 0).id,
  })
