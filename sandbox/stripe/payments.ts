import { settleCharge } from './balance.ts'
import { authenticationFailed, behaviorOf, methodTokens } from './cards.ts'
import { openDispute } from './disputes.ts'
import { missing, noSuch, StripeRefusal } from './errors.ts'
import { type Form, formOf, metadataOf, textOf } from './form.ts'
import { newId, type StripeState } from './state.ts'
import type { Charge, PaymentError, PaymentIntent, PaymentMethod, SetupIntent } from './types.ts'
import { warnOf } from './warnings.ts'

/** How this part notifies the others. */
export interface PaymentHooks {
  /** @param before the earlier values of what an update changed, where a receiver needs them */
  emit(type: string, object: unknown, before?: object): void
  /** An invoice's intent was paid, or its payment declined. */
  settled(intent: PaymentIntent): void
}

/** A payment method from a card number or an existing id. */
export function methodFrom(state: StripeState, form: Form): PaymentMethod {
  const given = textOf(form.payment_method)
  const number = textOf(formOf(formOf(form.payment_method_data).card).number) ?? methodTokens[given ?? '']
  if (!number) {
    if (!given) throw missing('payment_method')
    const known = state.find('payment_method', given)
    if (!known) throw noSuch('PaymentMethod', given)
    return known
  }
  const digits = number.replace(/\s/g, '')
  return state.put('payment_method', {
    ...state.base('payment_method'),
    object: 'payment_method',
    type: 'card',
    customer: null,
    card: { brand: behaviorOf(digits).brand, last4: digits.slice(-4), exp_month: 12, exp_year: 2035 },
    _behavior: digits,
  })
}

/**
 * Attaches a method to a customer. @throws StripeRefusal card_error when the bank refuses to save the card
 */
export function attach(state: StripeState, given: string, customer: string | undefined): PaymentMethod {
  if (!customer) throw missing('customer')
  const method = methodFrom(state, { payment_method: given })
  refuseSetup(method)
  return state.put('payment_method', { ...method, customer: state.get('customer', customer).id })
}

function refuseSetup(method: PaymentMethod): void {
  const { setup, error } = behaviorOf(method._behavior)
  if (setup !== 'decline' || !error) return
  const { message, type: _, ...more } = error
  throw new StripeRefusal(402, 'card_error', message, more)
}

export function newIntent(
  state: StripeState,
  { amount, customer, invoice }: { amount: number; customer: string; invoice: string },
): PaymentIntent {
  const base = state.base('payment_intent')
  return state.put('payment_intent', {
    ...base,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    currency: 'usd',
    customer,
    status: 'requires_payment_method',
    client_secret: newId(`${base.id}_secret`),
    payment_method: null,
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    metadata: {},
    _invoice: invoice,
  })
}

function charge(state: StripeState, intent: PaymentIntent, status: Charge['status']): Charge {
  return state.put('charge', {
    ...state.base('charge'),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    refunded: false,
    disputed: false,
    currency: 'usd',
    customer: intent.customer,
    payment_intent: intent.id,
    status,
    balance_transaction: null,
  })
}

function succeed(state: StripeState, hooks: PaymentHooks, intent: PaymentIntent): PaymentIntent {
  const paid = charge(state, intent, 'succeeded')
  const done = state.put('payment_intent', {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: paid.id,
    last_payment_error: null,
    next_action: null,
  })
  hooks.emit('charge.succeeded', paid)
  hooks.emit('payment_intent.succeeded', done)
  hooks.settled(done)
  // Captured after the response, the default for payments: earlier events have no fee yet
  // (https://docs.stripe.com/payments/payment-intents/asynchronous-capture).
  const captured = settleCharge(state, paid)
  hooks.emit('charge.updated', captured)
  const card = intent.payment_method && state.find('payment_method', intent.payment_method)
  const disputed = card ? behaviorOf(card._behavior).disputed : undefined
  if (disputed) openDispute(state, hooks.emit, captured, disputed)
  if (card && behaviorOf(card._behavior).warned) warnOf(state, hooks.emit, captured)
  return done
}

function refuse(
  state: StripeState,
  hooks: PaymentHooks,
  intent: PaymentIntent,
  error: PaymentError,
): PaymentIntent {
  const failed = charge(state, intent, 'failed')
  const after = state.put('payment_intent', {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: failed.id,
    last_payment_error: error,
    next_action: null,
  })
  hooks.emit('payment_intent.payment_failed', after)
  hooks.settled(after)
  return after
}

/**
 * Pays an intent with a method.
 * @param offSession the owner isn't there to authenticate
 * @throws StripeRefusal card_error when the card is declined
 */
export function pay(
  state: StripeState,
  hooks: PaymentHooks,
  intentId: string,
  method: PaymentMethod,
  offSession = false,
): PaymentIntent {
  const intent = state.get('payment_intent', intentId)
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      `This PaymentIntent's payment could not be confirmed because it has a status of ${intent.status}.`,
      { code: 'payment_intent_unexpected_state' },
    )
  const behavior = behaviorOf(method._behavior)
  const attached = state.put('payment_method', { ...method, customer: intent.customer })
  const meets = offSession ? behavior.later : behavior.first
  const withMethod = { ...intent, payment_method: attached.id }
  if (meets === 'ok') return succeed(state, hooks, withMethod)
  if (meets === 'authenticate') {
    const waiting = state.put('payment_intent', {
      ...withMethod,
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    })
    hooks.emit('payment_intent.requires_action', waiting)
    return waiting
  }
  const error = behavior.error as PaymentError
  const after = refuse(state, hooks, withMethod, error)
  const { message, type: _, ...more } = error
  throw new StripeRefusal(402, 'card_error', message, { ...more, payment_intent: after })
}

/** The card's owner passes or fails 3-D Secure. */
export function authenticate(
  state: StripeState,
  hooks: PaymentHooks,
  intentId: string,
  outcome: 'complete' | 'fail',
): PaymentIntent | SetupIntent {
  const setup = state.find('setup_intent', intentId)
  if (setup) {
    const passed = outcome === 'complete' && setup.status === 'requires_action'
    return state.put('setup_intent', {
      ...setup,
      status: passed ? 'succeeded' : 'requires_payment_method',
      last_setup_error: passed ? null : authenticationFailed,
      next_action: null,
    })
  }
  const intent = state.get('payment_intent', intentId)
  if (intent.status !== 'requires_action') return intent
  return outcome === 'complete'
    ? succeed(state, hooks, intent)
    : refuse(state, hooks, intent, authenticationFailed)
}

export function newSetupIntent(state: StripeState, form: Form): SetupIntent {
  const base = state.base('setup_intent')
  return state.put('setup_intent', {
    ...base,
    object: 'setup_intent',
    customer: textOf(form.customer) ?? '',
    status: 'requires_payment_method',
    client_secret: newId(`${base.id}_secret`),
    payment_method: null,
    last_setup_error: null,
    next_action: null,
    metadata: metadataOf(form.metadata),
  })
}

export function confirmSetup(
  state: StripeState,
  hooks: PaymentHooks,
  id: string,
  method: PaymentMethod,
): SetupIntent {
  const intent = state.get('setup_intent', id)
  refuseSetup(method)
  const attached = state.put('payment_method', { ...method, customer: intent.customer })
  const waits = behaviorOf(method._behavior).setup === 'authenticate'
  const after = state.put('setup_intent', {
    ...intent,
    payment_method: attached.id,
    status: waits ? 'requires_action' : 'succeeded',
    next_action: waits ? { type: 'use_stripe_sdk' } : null,
  })
  if (!waits) hooks.emit('setup_intent.succeeded', after)
  return after
}
