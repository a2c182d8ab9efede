import { balanceObject, balanceOf, transaction } from './balance.ts'
import { newId, type StripeState } from './state.ts'
import type { Payout } from './types.ts'

type Emit = (type: string, object: unknown) => void

/**
 * Moves money from the platform's bank to its balance, instantly (https://docs.stripe.com/connect/top-ups).
 */
function topUp(state: StripeState, emit: Emit, cents: number): void {
  const id = newId('tu')
  const { id: txn, created } = transaction(state, { type: 'topup', source: id, amount: cents })
  const made = state.put('topup', {
    id,
    object: 'topup',
    amount: cents,
    balance_transaction: txn,
    created,
    currency: 'usd',
    description: null,
    expected_availability_date: created,
    failure_code: null,
    failure_message: null,
    initiated_by: 'user',
    livemode: false,
    metadata: {},
    source: null,
    statement_descriptor: null,
    status: 'succeeded',
    transfer_group: null,
  })
  emit('topup.succeeded', made)
  emit('balance.available', balanceObject(state))
}

/** Tops up, or pays out to the platform's bank, until this amount is available. */
export function bringBalanceTo(state: StripeState, emit: Emit, cents: number): void {
  const more = cents - balanceOf(state).available
  if (more > 0) topUp(state, emit, more)
  if (more < 0) payOut(state, emit, -more)
}

const newPayout = (state: StripeState, amount: number, account: string | null): Payout => ({
  ...state.base('payout'),
  object: 'payout',
  amount,
  currency: 'usd',
  arrival_date: state.now(),
  automatic: true,
  balance_transaction: null,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  status: 'paid',
  _account: account,
})

/** Pays out the platform's balance to its bank. */
export function payOut(state: StripeState, emit: Emit, cents: number): Payout {
  const draft = newPayout(state, cents, null)
  const txn = transaction(state, { type: 'payout', source: draft.id, amount: -cents })
  const made = state.put('payout', { ...draft, balance_transaction: txn.id })
  emit('payout.paid', made)
  return made
}

/**
 * A connected account's payout to its bank, and the bank's result; a failed payout's money stays in the
 * account.
 */
export const bankPayout = (
  state: StripeState,
  account: string,
  cents: number,
  failure: { code: string; message: string } | null,
): Payout =>
  state.put('payout', {
    ...newPayout(state, cents, account),
    // Stripe converts: a bank account receives its country's currency.
    currency: state.find('account', account)?.defaults.currency ?? 'usd',
    balance_transaction: newId('txn'),
    status: failure ? 'failed' : 'paid',
    failure_balance_transaction: failure && newId('txn'),
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
  })
