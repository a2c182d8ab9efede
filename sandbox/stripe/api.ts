import { createHash } from 'node:crypto'
import { createAccount, createTransfer, reverseTransfer } from './connect.ts'
import { StripeRefusal } from './errors.ts'
import { type Form, formOf, listOf, metadataOf, parseForm, textOf } from './form.ts'
import { confirmSetup, methodFrom, newSetupIntent, type PaymentHooks, pay, refund } from './payments.ts'
import { newId, type StripeState } from './state.ts'
import {
  cancelNow,
  createSubscription,
  payInvoice,
  previewChange,
  updateSubscription,
} from './subscriptions.ts'
import type { Invoice, Kind, Kinds, Subscription } from './types.ts'
import { withoutPrivate } from './webhooks.ts'

export interface ApiRequest {
  method: string
  /** without the query */
  path: string
  query: Form
  /** as it was sent */
  body: string
  idempotencyKey: string | undefined
}
export interface ApiAnswer {
  status: number
  body: unknown
  replayed?: boolean
}
export interface ApiDeps {
  state: StripeState
  hooks: PaymentHooks
  /** what the platform has to give, cents */
  balance(): number
  publicUrl: string
}

type Handler = (deps: ApiDeps, id: string, form: Form, request: ApiRequest) => unknown

const list = <K extends Kind>(
  state: StripeState,
  kind: K,
  url: string,
  form: Form,
  keep: (o: Kinds[K]) => boolean,
) => {
  const limit = Math.min(100, Number(textOf(form.limit) ?? 10))
  // Newest first; of the same second, the one made last.
  const all = state.all(kind, keep).reverse()
  const after = textOf(form.starting_after)
  const from = after ? all.findIndex(o => o.id === after) + 1 : 0
  return { object: 'list', url, has_more: all.length > from + limit, data: all.slice(from, from + limit) }
}
const isOf = (form: Form, name: string, value: unknown) => {
  const wanted = textOf(form[name])
  return wanted === undefined || wanted === value
}
const subscriptionOf = (invoice: Invoice) => invoice.parent.subscription_details.subscription

const withSecret = (state: StripeState, invoice: Invoice) => ({
  ...invoice,
  confirmation_secret: invoice._intent
    ? { client_secret: state.get('payment_intent', invoice._intent).client_secret, type: 'payment_intent' }
    : null,
})

/** Replaces ids by objects where the caller asked for it. */
function expanded(state: StripeState, object: unknown, expands: string[]): unknown {
  if (typeof object !== 'object' || object === null) return object
  const kind = (object as { object?: string }).object
  if (kind === 'subscription') {
    const s = object as Subscription
    const deep = expands.some(e => e.startsWith('latest_invoice'))
    const invoice = deep && s.latest_invoice ? state.get('invoice', s.latest_invoice) : null
    if (invoice)
      return {
        ...s,
        latest_invoice: expands.includes('latest_invoice.confirmation_secret')
          ? withSecret(state, invoice)
          : invoice,
      }
  }
  if (kind === 'invoice' && expands.includes('confirmation_secret'))
    return withSecret(state, object as Invoice)
  return object
}

const created =
  <K extends Kind>(
    kind: K,
    make: (deps: ApiDeps, form: Form) => Omit<Kinds[K], 'id' | 'created' | 'livemode'>,
  ): Handler =>
  (deps, _id, form) =>
    deps.state.put(kind, { ...deps.state.base(kind), ...make(deps, form) } as Kinds[K])
const retrieve =
  (kind: Kind): Handler =>
  ({ state }, id) =>
    state.get(kind, id)

const routes: [method: string, path: RegExp, handler: Handler][] = [
  [
    'POST',
    /^\/v1\/customers$/,
    created('customer', (_deps, form) => ({
      object: 'customer',
      email: textOf(form.email) ?? null,
      name: textOf(form.name) ?? null,
      metadata: metadataOf(form.metadata),
      balance: 0,
    })),
  ],
  ['GET', /^\/v1\/customers\/(\w+)$/, retrieve('customer')],
  ['GET', /^\/v1\/prices\/(\w+)$/, retrieve('price')],
  ['GET', /^\/v1\/prices$/, ({ state }, _id, form) => list(state, 'price', '/v1/prices', form, () => true)],
  ['GET', /^\/v1\/payment_methods\/(\w+)$/, retrieve('payment_method')],
  ['POST', /^\/v1\/subscriptions$/, ({ state, hooks }, _id, form) => createSubscription(state, hooks, form)],
  ['GET', /^\/v1\/subscriptions\/(\w+)$/, retrieve('subscription')],
  [
    'GET',
    /^\/v1\/subscriptions$/,
    ({ state }, _id, form) =>
      list(state, 'subscription', '/v1/subscriptions', form, s => {
        const status = textOf(form.status)
        const wanted = status === 'all' || (status ? s.status === status : s.status !== 'canceled')
        return wanted && isOf(form, 'customer', s.customer)
      }),
  ],
  [
    'POST',
    /^\/v1\/subscriptions\/(\w+)$/,
    ({ state, hooks }, id, form) => updateSubscription(state, hooks, id, form),
  ],
  ['DELETE', /^\/v1\/subscriptions\/(\w+)$/, ({ state, hooks }, id) => cancelNow(state, hooks, id)],
  ['POST', /^\/v1\/invoices\/create_preview$/, ({ state }, _id, form) => previewChange(state, form)],
  ['GET', /^\/v1\/invoices\/(\w+)$/, retrieve('invoice')],
  [
    'POST',
    /^\/v1\/invoices\/(\w+)\/pay$/,
    ({ state, hooks }, id, form) => payInvoice(state, hooks, id, form),
  ],
  [
    'GET',
    /^\/v1\/invoices$/,
    ({ state }, _id, form) =>
      list(
        state,
        'invoice',
        '/v1/invoices',
        form,
        i =>
          isOf(form, 'customer', i.customer) &&
          isOf(form, 'subscription', subscriptionOf(i)) &&
          isOf(form, 'status', i.status),
      ),
  ],
  [
    'GET',
    /^\/v1\/invoice_payments$/,
    ({ state }, _id, form) => {
      const payment = formOf(form.payment)
      const intents = state.all(
        'invoice',
        i => i._intent !== null && isOf(form, 'invoice', i.id) && isOf(payment, 'payment_intent', i._intent),
      )
      return {
        object: 'list',
        url: '/v1/invoice_payments',
        has_more: false,
        data: intents.map(i => ({
          id: `inpay_${i.id.slice(3)}`,
          object: 'invoice_payment',
          invoice: i.id,
          amount_requested: i.amount_due,
          amount_paid: i.status === 'paid' ? i.amount_paid : null,
          currency: 'usd',
          created: i.created,
          is_default: true,
          livemode: false,
          status: i.status === 'paid' ? 'paid' : 'open',
          payment: { type: 'payment_intent', payment_intent: i._intent },
        })),
      }
    },
  ],
  ['GET', /^\/v1\/payment_intents\/(\w+)$/, retrieve('payment_intent')],
  [
    'POST',
    /^\/v1\/payment_intents\/(\w+)\/confirm$/,
    ({ state, hooks }, id, form) =>
      pay(state, hooks, id, methodFrom(state, form), textOf(form.off_session) === 'true'),
  ],
  ['POST', /^\/v1\/setup_intents$/, ({ state }, _id, form) => newSetupIntent(state, form)],
  ['GET', /^\/v1\/setup_intents\/(\w+)$/, retrieve('setup_intent')],
  [
    'POST',
    /^\/v1\/setup_intents\/(\w+)\/confirm$/,
    ({ state, hooks }, id, form) => confirmSetup(state, hooks, id, methodFrom(state, form)),
  ],
  ['GET', /^\/v1\/charges\/(\w+)$/, retrieve('charge')],
  ['POST', /^\/v1\/refunds$/, ({ state, hooks }, _id, form) => refund(state, hooks, form)],
  ['GET', /^\/v1\/refunds\/(\w+)$/, retrieve('refund')],
  [
    'GET',
    /^\/v1\/refunds$/,
    ({ state }, _id, form) =>
      list(
        state,
        'refund',
        '/v1/refunds',
        form,
        r => isOf(form, 'charge', r.charge) && isOf(form, 'payment_intent', r.payment_intent),
      ),
  ],
  [
    'POST',
    /^\/v1\/transfers$/,
    ({ state, hooks, balance }, _id, form) => createTransfer(state, hooks.emit, form, balance),
  ],
  ['GET', /^\/v1\/transfers\/(\w+)$/, retrieve('transfer')],
  [
    'GET',
    /^\/v1\/transfers$/,
    ({ state }, _id, form) =>
      list(
        state,
        'transfer',
        '/v1/transfers',
        form,
        t => isOf(form, 'transfer_group', t.transfer_group) && isOf(form, 'destination', t.destination),
      ),
  ],
  [
    'POST',
    /^\/v1\/transfers\/(\w+)\/reversals$/,
    ({ state, hooks }, id) => {
      const transfer = reverseTransfer(state, hooks.emit, id)
      return {
        id: newId('trr'),
        object: 'transfer_reversal',
        amount: transfer.amount,
        transfer: id,
        currency: transfer.currency,
      }
    },
  ],
  [
    'GET',
    /^\/v1\/balance$/,
    ({ balance }) => ({
      object: 'balance',
      livemode: false,
      available: [{ amount: Math.min(balance(), Number.MAX_SAFE_INTEGER), currency: 'usd' }],
      pending: [],
    }),
  ],
  ['GET', /^\/v1\/events\/(\w+)$/, retrieve('event')],
  [
    'POST',
    /^\/v2\/core\/accounts$/,
    ({ state }, _id, _form, request) => createAccount(state, JSON.parse(request.body || '{}')),
  ],
  ['GET', /^\/v2\/core\/accounts\/(\w+)$/, retrieve('account')],
  ['GET', /^\/v2\/core\/events\/(\w+)$/, retrieve('event')],
  [
    'POST',
    /^\/v2\/core\/account_links$/,
    ({ state, publicUrl }, _id, _form, request) => {
      const params = JSON.parse(request.body || '{}') as {
        account: string
        use_case: { type: string; account_onboarding: { refresh_url: string; return_url: string } }
      }
      const account = state.get('account', params.account)
      const at = `${publicUrl}/sandbox/stripe/onboarding/${account.id}`
      return {
        object: 'v2.core.account_link',
        account: account.id,
        created: new Date(state.now() * 1000).toISOString(),
        expires_at: new Date((state.now() + 300) * 1000).toISOString(),
        livemode: false,
        url: `${at}?return_url=${encodeURIComponent(params.use_case.account_onboarding.return_url)}`,
        use_case: params.use_case,
      }
    },
  ],
]

function run(deps: ApiDeps, request: ApiRequest): ApiAnswer {
  const form = request.path.startsWith('/v2/')
    ? request.query
    : { ...request.query, ...parseForm(request.body) }
  for (const [method, path, handler] of routes) {
    const match = method === request.method ? path.exec(request.path) : null
    if (!match) continue
    const object = handler(deps, match[1] ?? '', form, request)
    const expands = listOf(form.expand).filter(e => typeof e === 'string')
    return { status: 200, body: withoutPrivate(expanded(deps.state, object, expands)) }
  }
  throw new StripeRefusal(
    404,
    'invalid_request_error',
    `Unrecognized request URL (${request.method}: ${request.path}).`,
  )
}

/**
 * Answers one request. An idempotency key gets its first answer again, whatever it was, also a 500; what was refused
 * before anything began is not kept (https://docs.stripe.com/api/idempotent_requests).
 */
export function answer(deps: ApiDeps, request: ApiRequest, failWith500 = false): ApiAnswer {
  const key = request.method === 'POST' ? request.idempotencyKey : undefined
  const fingerprint = createHash('sha256')
    .update(`${request.method} ${request.path}\n${request.body}`)
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
    if (key) deps.state.remember(key, { fingerprint, status: result.status, body: result.body })
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
    const result = { status: error.status, body: withoutPrivate(error.body) }
    return error.type === 'card_error' || error.code === 'balance_insufficient' ? remember(result) : result
  }
}
