import { advanceClock, createClock } from '../clocks.ts'
import { type Endpoint, isOf, isWithin, list, retrieve } from '../endpoint.ts'
import { missing, StripeRefusal } from '../errors.ts'
import { type Form, formOf, metadataOf, textOf } from '../form.ts'
import { moveBalance } from '../invoices.ts'
import { voidOpen } from '../pending-updates.ts'
import { createConfiguration, createSession } from '../portal.ts'
import { cancelNow, createSubscription, payInvoice, preview, updateSubscription } from '../subscriptions.ts'
import { taxSettings } from '../tax/calculate.ts'
import { addressOf, needLocation } from '../tax/location.ts'
import type { Customer, Invoice } from '../types.ts'

function needText(form: Form, name: string): string {
  const text = textOf(form[name])
  if (text === undefined) throw missing(name)
  return text
}

/** @throws StripeRefusal for an address that can't be located, when validation is requested at once */
function checkLocation(form: Form, address: Customer['address']): void {
  if (textOf(formOf(form.tax).validate_location) === 'immediately') needLocation(address)
}

const behaviors = ['exclusive', 'inclusive', 'unspecified'] as const
const behaviorOf = (form: Form) => behaviors.find(one => one === textOf(form.tax_behavior)) ?? 'unspecified'

/** Test clocks, products, customers, prices, subscriptions and their invoices. */
export const billing: Endpoint[] = [
  [
    'POST',
    /^\/v1\/customers$/,
    ({ state }, _id, form) => {
      const clock = textOf(form.test_clock)
      const address = addressOf(form) ?? null
      checkLocation(form, address)
      return state.put('customer', {
        ...state.base('customer'),
        object: 'customer',
        email: textOf(form.email) ?? null,
        name: textOf(form.name) ?? null,
        address,
        metadata: metadataOf(form.metadata),
        balance: 0,
        test_clock: clock ? state.get('test_clock', clock).id : null,
      })
    },
  ],
  ['GET', /^\/v1\/customers\/(\w+)$/, retrieve('customer')],
  [
    'GET',
    /^\/v1\/customers$/,
    ({ state }, _id, form) => list(state, 'customer', '/v1/customers', form, () => true),
  ],
  [
    'GET',
    /^\/v1\/customers\/(\w+)\/balance_transactions$/,
    ({ state }, id, form) =>
      list(
        state,
        'customer_balance_transaction',
        `/v1/customers/${id}/balance_transactions`,
        form,
        t => t.customer === state.get('customer', id).id,
      ),
  ],
  [
    'POST',
    /^\/v1\/customers\/(\w+)\/balance_transactions$/,
    ({ state, hooks }, id, form) => {
      const amount = Number(needText(form, 'amount'))
      if (!Number.isInteger(amount))
        throw new StripeRefusal(400, 'invalid_request_error', `Invalid integer: ${String(form.amount)}`, {
          code: 'parameter_invalid_integer',
          param: 'amount',
        })
      if (needText(form, 'currency') !== 'usd')
        throw new StripeRefusal(
          400,
          'invalid_request_error',
          "The customer's currency is usd; balances of other currencies can't be changed.",
          { param: 'currency' },
        )
      return moveBalance(state, hooks, state.get('customer', id).id, {
        amount,
        type: 'adjustment',
        description: textOf(form.description) ?? null,
        metadata: metadataOf(form.metadata),
      })
    },
  ],
  [
    'POST',
    /^\/v1\/customers\/(\w+)$/,
    ({ state }, id, form) => {
      const known = state.get('customer', id)
      const address = addressOf(form)
      checkLocation(form, address === undefined ? known.address : address)
      return state.put('customer', { ...known, ...(address === undefined ? {} : { address }) })
    },
  ],
  ['POST', /^\/v1\/test_helpers\/test_clocks$/, ({ state }, _id, form) => createClock(state, form)],
  ['GET', /^\/v1\/test_helpers\/test_clocks\/(\w+)$/, retrieve('test_clock')],
  [
    'POST',
    /^\/v1\/test_helpers\/test_clocks\/(\w+)\/advance$/,
    ({ state, hooks }, id, form) => advanceClock(state, hooks, id, form),
  ],
  [
    'POST',
    /^\/v1\/products$/,
    ({ state }, _id, form) =>
      state.put('product', {
        ...state.base('product'),
        object: 'product',
        name: needText(form, 'name'),
        active: true,
      }),
  ],
  ['GET', /^\/v1\/products\/(\w+)$/, retrieve('product')],
  [
    'POST',
    /^\/v1\/prices$/,
    ({ state }, _id, form) =>
      state.put('price', {
        ...state.base('price'),
        object: 'price',
        product: state.get('product', needText(form, 'product')).id,
        active: true,
        currency: 'usd',
        unit_amount: Number(needText(form, 'unit_amount')),
        type: 'recurring',
        recurring: { interval: 'month', interval_count: 1 },
        tax_behavior: behaviorOf(form),
        nickname: textOf(form.nickname) ?? null,
      }),
  ],
  [
    'POST',
    /^\/v1\/billing_portal\/configurations$/,
    ({ state }, _id, form) => createConfiguration(state, form),
  ],
  [
    'GET',
    /^\/v1\/billing_portal\/configurations$/,
    ({ state }, _id, form) =>
      list(state, 'portal_configuration', '/v1/billing_portal/configurations', form, c =>
        isOf(form, 'active', String(c.active)),
      ),
  ],
  ['POST', /^\/v1\/billing_portal\/sessions$/, (deps, _id, form) => createSession(deps, form)],
  ['GET', /^\/v1\/tax\/settings$/, () => taxSettings],
  ['GET', /^\/v1\/prices\/(\w+)$/, retrieve('price')],
  ['GET', /^\/v1\/prices$/, ({ state }, _id, form) => list(state, 'price', '/v1/prices', form, () => true)],
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
  ['POST', /^\/v1\/invoices\/create_preview$/, ({ state }, _id, form) => preview(state, form)],
  ['GET', /^\/v1\/invoices\/(\w+)$/, retrieve('invoice')],
  [
    'POST',
    /^\/v1\/invoices\/(\w+)\/pay$/,
    ({ state, hooks }, id, form) => payInvoice(state, hooks, id, form),
  ],
  ['POST', /^\/v1\/invoices\/(\w+)\/void$/, ({ state, hooks }, id) => voidOpen(state, hooks, id)],
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
          isWithin(form, 'created', i.created) &&
          isOf(form, 'customer', i.customer) &&
          isOf(form, 'subscription', i.parent.subscription_details.subscription) &&
          isOf(form, 'status', i.status),
      ),
  ],
  [
    'GET',
    /^\/v1\/invoice_payments$/,
    ({ state }, _id, form) => {
      const payment = formOf(form.payment)
      const statusOf = ({ status }: Invoice) =>
        status === 'paid' ? 'paid' : status === 'void' ? 'canceled' : 'open'
      const intents = state.all(
        'invoice',
        i =>
          i._intent !== null &&
          isOf(form, 'invoice', i.id) &&
          isOf(form, 'status', statusOf(i)) &&
          isOf(payment, 'payment_intent', i._intent),
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
          status: statusOf(i),
          status_transitions: {
            canceled_at: i.status_transitions.voided_at,
            paid_at: i.status_transitions.paid_at,
          },
          payment: { type: 'payment_intent', payment_intent: i._intent },
        })),
      }
    },
  ],
]
