import { missing, StripeRefusal } from './errors.ts'
import { type Form, textOf } from './form.ts'
import type { PaymentHooks } from './payments.ts'
import type { StripeState } from './state.ts'
import { runClock } from './subscriptions.ts'
import type { Kind, TestClock } from './types.ts'

const lifeSeconds = 30 * 24 * 3600

const timeIn = (form: Form): number => {
  const seconds = Number(textOf(form.frozen_time) ?? Number.NaN)
  if (!Number.isInteger(seconds)) throw missing('frozen_time')
  return seconds
}

/** A clock that stops until it is advanced (https://docs.stripe.com/billing/testing/test-clocks). */
export function createClock(state: StripeState, form: Form): TestClock {
  const frozen_time = timeIn(form)
  return state.put('test_clock', {
    ...state.base('test_clock'),
    object: 'test_helpers.test_clock',
    frozen_time,
    name: textOf(form.name) ?? null,
    status: 'ready',
    deletes_after: state.now() + lifeSeconds,
  })
}

/** Advances the time for a clock's customers and runs renewals, retries and cancellations. */
export function advanceClock(state: StripeState, hooks: PaymentHooks, id: string, form: Form): TestClock {
  const clock = state.get('test_clock', id)
  const to = timeIn(form)
  if (to <= clock.frozen_time)
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      'A test clock can only be advanced forward in time.',
    )
  const moved = state.put('test_clock', { ...clock, frozen_time: to })
  state.at(to, () => runClock(state, hooks, id))
  return moved
}

const owned: Record<string, Kind> = {
  customers: 'customer',
  subscriptions: 'subscription',
  invoices: 'invoice',
  payment_intents: 'payment_intent',
  setup_intents: 'setup_intent',
}

/** The time that applies to a request: that of its customer's test clock. null: the sandbox's time */
export function timeFor(state: StripeState, path: string, form: Form): number | null {
  const [, , folder = '', id = ''] = path.split('/')
  const kind = owned[folder]
  const intent = textOf(form.payment_intent)
  const object = (kind && state.find(kind, id)) ?? (intent && state.find('payment_intent', intent))
  const customerId =
    textOf(form.customer) ?? (object && ('customer' in object ? (object.customer as string) : object.id))
  const clockId = customerId && state.find('customer', customerId)?.test_clock
  return clockId ? state.get('test_clock', clockId).frozen_time : null
}
