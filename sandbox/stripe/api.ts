import { createHash } from 'node:crypto'
import { standingNow } from './balance.ts'
import { timeFor } from './clocks.ts'
import type { ApiDeps, ApiRequest, Endpoint } from './endpoint.ts'
import { billing } from './endpoints/billing.ts'
import { connect } from './endpoints/connect.ts'
import { disputes } from './endpoints/disputes.ts'
import { payments } from './endpoints/payments.ts'
import { StripeRefusal } from './errors.ts'
import { parseMultipart } from './files.ts'
import { type Form, listOf, parseForm } from './form.ts'
import { unknownParameter } from './published/check.ts'
import { report } from './published/report.ts'
import { whole } from './published/whole.ts'
import type { StripeState } from './state.ts'
import { taxStateOf } from './tax/location.ts'
import type { Customer, Invoice, Kind } from './types.ts'

export interface ApiAnswer {
  status: number
  body: unknown
  replayed?: boolean
}

const endpoints: Endpoint[] = [...billing, ...payments, ...disputes, ...connect]

/** Refuses parameters unknown to Stripe. @throws StripeRefusal parameter_unknown */
function refuseUnknown({ method, path, body }: ApiRequest, form: Form): void {
  const given = path.startsWith('/v2/') && body ? JSON.parse(body) : form
  const param = unknownParameter(method, path, given)
  if (param)
    throw new StripeRefusal(400, 'invalid_request_error', `Received unknown parameter: ${param}`, {
      code: 'parameter_unknown',
      param,
    })
}

/** Returns the answer unchanged; reports it when Stripe would not send it like this. */
function published(body: unknown, { method, path }: ApiRequest): unknown {
  report(`${method} ${path}`, body)
  return body
}

/** A repeated upload has other boundaries, but the same parts. */
const bodyOf = ({ body, contentType }: ApiRequest): Form =>
  contentType?.startsWith('multipart/form-data') ? parseMultipart(body, contentType) : parseForm(body)

function run(deps: ApiDeps, request: ApiRequest): ApiAnswer {
  const form = request.path.startsWith('/v2/') ? request.query : { ...request.query, ...bodyOf(request) }
  for (const [method, path, handler] of endpoints) {
    const match = method === request.method ? path.exec(request.path) : null
    if (!match) continue
    refuseUnknown(request, form)
    const object = deps.state.at(timeFor(deps.state, request.path, form), () =>
      handler(deps, match[1] ?? '', form, request),
    )
    const expands = listOf(form.expand).filter(e => typeof e === 'string')
    return { status: 200, body: published(whole(expanded(deps.state, object, expands)), request) }
  }
  throw new StripeRefusal(
    404,
    'invalid_request_error',
    `Unrecognized request URL (${request.method}: ${request.path}).`,
  )
}

/** Errors from validation before an endpoint starts; they are not stored for the idempotency key. */
const notBegun = new Set(['parameter_missing', 'parameter_unknown'])

/**
 * Answers one request. An idempotency key gets its first answer again, even a 500; requests refused before
 * processing began are not stored (https://docs.stripe.com/api/idempotent_requests).
 */
export function answer(deps: ApiDeps, request: ApiRequest, failWith500 = false): ApiAnswer {
  const key = request.method === 'POST' ? request.idempotencyKey : undefined
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${request.path}\n`)
    .update(
      request.contentType?.startsWith('multipart/form-data') ? JSON.stringify(bodyOf(request)) : request.body,
    )
    .digest('hex')
  const known = key ? deps.state.answer(key) : undefined
  if (known) {
    if (known.fingerprint !== fingerprint)
      throw new StripeRefusal(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      )
    return { status: known.status, body: known.body, replayed: true }
  }
  const remember = (result: ApiAnswer) => {
    const at = deps.state.now()
    if (key) deps.state.remember(key, { at, fingerprint, status: result.status, body: result.body })
    return result
  }
  if (failWith500)
    return remember({
      status: 500,
      body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
    })
  try {
    return remember(run(deps, request))
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    const result = { status: error.status, body: whole(error.body) }
    // API v2 repeats failed requests (https://docs.stripe.com/api-v2-overview#idempotency).
    const kept = !notBegun.has(error.code ?? '') && error.status !== 404 && !request.path.startsWith('/v2/')
    return kept ? remember(result) : result
  }
}

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
function expanded(state: StripeState, object: unknown, expands: string[]): unknown {
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
