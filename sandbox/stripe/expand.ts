import { standingNow } from './balance.ts'
import { StripeRefusal } from './errors.ts'
import type { StripeState } from './state.ts'
import { taxStateOf } from './tax/location.ts'
import type { Customer, Invoice, Kind } from './types.ts'

/** Properties that hold an id, and the kind of object it refers to. */
const references: Record<string, Kind> = {
  balance_transaction: 'balance_transaction',
  charge: 'charge',
  customer: 'customer',
  default_payment_method: 'payment_method',
  invoice: 'invoice',
  latest_charge: 'charge',
  latest_invoice: 'invoice',
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
  pending_setup_intent: 'setup_intent',
}
const deepest = 4

const found = (state: StripeState, kind: Kind, id: string) =>
  kind === 'balance_transaction' ? standingNow(state, state.get(kind, id)) : state.get(kind, id)

const secretOf = (state: StripeState, { _intent }: Invoice) =>
  _intent && { client_secret: state.get('payment_intent', _intent).client_secret, type: 'payment_intent' }

const reversalOf = (state: StripeState, id: string) =>
  state
    .all('transfer')
    .flatMap(t => t.reversals.data)
    .find(r => r.id === id)

function expandAt(state: StripeState, object: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined || typeof object !== 'object' || object === null) return object
  const known = object as Record<string, unknown>
  const value = known[name]
  if (name === 'data' && Array.isArray(value))
    return { ...known, data: value.map(one => expandAt(state, one, rest)) }
  // Left out unless requested.
  if (name === 'confirmation_secret' && known.object === 'invoice')
    return { ...known, confirmation_secret: secretOf(state, object as Invoice) }
  if (name === 'tax' && known.object === 'customer')
    return { ...known, tax: taxStateOf((object as Customer).address) }
  // Of a balance transaction's sources, callers expand only reversals.
  if (name === 'source' && known.object === 'balance_transaction')
    return { ...known, source: reversalOf(state, String(value)) ?? value }
  const kind = references[name]
  if (!kind && (typeof value !== 'object' || rest.length === 0))
    throw new StripeRefusal(400, 'invalid_request_error', `This property cannot be expanded (${name}).`)
  const whole = kind && typeof value === 'string' ? found(state, kind, value) : value
  return whole ? { ...known, [name]: expandAt(state, whole, rest) } : known
}

/**
 * Replaces ids with their objects where requested (https://docs.stripe.com/api/expanding_objects).
 * @param expands paths of at most four names, 'latest_charge.balance_transaction'; in lists starting with
 * 'data'
 * @throws StripeRefusal for fields that hold no id, and for more than four levels
 */
export function expanded(state: StripeState, object: unknown, expands: string[]): unknown {
  let whole = object
  for (const path of expands) {
    const names = path.split('.')
    if (names.length > deepest)
      throw new StripeRefusal(
        400,
        'invalid_request_error',
        `You cannot expand more than ${deepest} levels of a property. Property: ${path}`,
      )
    whole = expandAt(state, whole, names)
  }
  return whole
}
