import { settleRefund, transaction } from './balance.ts'
import { behaviorOf } from './cards.ts'
import { missing, StripeRefusal } from './errors.ts'
import { type Form, metadataOf, textOf } from './form.ts'
import type { PaymentHooks } from './payments.ts'
import type { StripeState } from './state.ts'
import type { Refund } from './types.ts'
import { endWarnings } from './warnings.ts'

/** How long until a refund fails; Stripe says "some time" (https://docs.stripe.com/testing#refunds). */
const failsAfterSeconds = 3600

/** Refunds a payment. @throws StripeRefusal for more than was paid */
export function refund(state: StripeState, hooks: PaymentHooks, form: Form): Refund {
  const intentId = textOf(form.payment_intent)
  if (!intentId) throw missing('payment_intent')
  const intent = state.get('payment_intent', intentId)
  const paid =
    intent.status === 'succeeded' && intent.latest_charge ? state.get('charge', intent.latest_charge) : null
  if (!paid)
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
    )
  const left = paid.amount - paid.amount_refunded
  const amount = Number(textOf(form.amount) ?? left)
  if (left === 0)
    throw new StripeRefusal(400, 'invalid_request_error', `Charge ${paid.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  if (amount > left)
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      `Refund amount ($${amount / 100}) is greater than unrefunded amount on charge ($${left / 100})`,
    )
  if (paid.disputed && !state.all('dispute', d => d.charge === paid.id).every(d => d.is_charge_refundable))
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      `Charge ${paid.id} has been charged back; cannot issue a refund.`,
      {
        code: 'charge_disputed',
      },
    )
  const made = settleRefund(state, {
    ...state.base('refund'),
    object: 'refund',
    amount,
    currency: 'usd',
    charge: paid.id,
    payment_intent: intent.id,
    status: 'succeeded',
    reason: textOf(form.reason) ?? null,
    metadata: metadataOf(form.metadata),
  })
  const after = state.put('charge', {
    ...paid,
    amount_refunded: paid.amount_refunded + amount,
    refunded: amount === left,
  })
  hooks.emit('refund.created', made)
  hooks.emit('charge.refunded', after)
  if (after.refunded) endWarnings(state, hooks.emit, paid.id)
  return made
}

/** The card's bank sends a refund back: the money returns to the balance. */
export function failRefund(state: StripeState, hooks: PaymentHooks, refund: Refund): void {
  const { id } = transaction(state, { type: 'refund_failure', source: refund.id, amount: refund.amount })
  const charge = state.get('charge', refund.charge)
  state.put('charge', {
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  })
  const failed = state.put('refund', {
    ...refund,
    status: 'failed',
    failure_balance_transaction: id,
    failure_reason: 'expired_or_canceled_card',
  })
  for (const type of ['refund.updated', 'charge.refund.updated', 'refund.failed']) hooks.emit(type, failed)
}

/**
 * Refunds to a card that refuses them fail some time after succeeding
 * (https://docs.stripe.com/refunds#failed-refunds).
 */
export function failRefunds(state: StripeState, hooks: PaymentHooks): void {
  const due = (r: Refund) => r.status === 'succeeded' && state.now() - r.created >= failsAfterSeconds
  for (const refund of state.all('refund', due)) {
    const { payment_method } = state.get('payment_intent', refund.payment_intent)
    const card = payment_method && state.find('payment_method', payment_method)
    if (card && behaviorOf(card._behavior).refuses) failRefund(state, hooks, refund)
  }
}
