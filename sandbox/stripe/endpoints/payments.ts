import { balanceObject, standingNow } from '../balance.ts'
import { type Endpoint, isOf, isWithin, list, retrieve } from '../endpoint.ts'
import { listOf, textOf } from '../form.ts'
import { attach, confirmSetup, methodFrom, newSetupIntent, pay } from '../payments.ts'
import { refund } from '../refunds.ts'

/** Cards, payments, refunds, and the events about them. */
export const payments: Endpoint[] = [
  ['GET', /^\/v1\/payment_methods\/(\w+)$/, retrieve('payment_method')],
  [
    'POST',
    /^\/v1\/payment_methods\/(\w+)\/attach$/,
    ({ state }, id, form) => attach(state, id, textOf(form.customer)),
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
  [
    'GET',
    /^\/v1\/balance_transactions\/(\w+)$/,
    ({ state }, id) => standingNow(state, state.get('balance_transaction', id)),
  ],
  [
    'GET',
    /^\/v1\/balance_transactions$/,
    ({ state }, _id, form) => {
      const page = list(
        state,
        'balance_transaction',
        '/v1/balance_transactions',
        form,
        t =>
          isOf(form, 'source', t.source) &&
          isOf(form, 'type', t.type) &&
          isOf(form, 'currency', t.currency) &&
          isWithin(form, 'created', t.created),
      )
      return { ...page, data: page.data.map(t => standingNow(state, t)) }
    },
  ],
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
        r =>
          isWithin(form, 'created', r.created) &&
          isOf(form, 'charge', r.charge) &&
          isOf(form, 'payment_intent', r.payment_intent),
      ),
  ],
  ['GET', /^\/v1\/balance$/, ({ state }) => balanceObject(state)],
  ['GET', /^\/v1\/events\/(\w+)$/, retrieve('event')],
  [
    'GET',
    /^\/v1\/events$/,
    ({ state }, _id, form) => {
      const types = [textOf(form.type), ...listOf(form.types)].filter(t => typeof t === 'string')
      return list(
        state,
        'event',
        '/v1/events',
        form,
        e => e.object === 'event' && (types.length === 0 || types.includes(e.type)),
      )
    },
  ],
]
