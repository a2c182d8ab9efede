import { closeDispute, updateDispute } from '../disputes.ts'
import { type Endpoint, isOf, isWithin, list, retrieve } from '../endpoint.ts'
import { noSuch } from '../errors.ts'

/** Disputes of payments, top-ups from banks and payouts to them. */
export const disputes: Endpoint[] = [
  ['GET', /^\/v1\/disputes\/(\w+)$/, retrieve('dispute')],
  [
    'GET',
    /^\/v1\/disputes$/,
    ({ state }, _id, form) =>
      list(
        state,
        'dispute',
        '/v1/disputes',
        form,
        d =>
          isOf(form, 'charge', d.charge) &&
          isOf(form, 'payment_intent', d.payment_intent) &&
          isWithin(form, 'created', d.created),
      ),
  ],
  [
    'POST',
    /^\/v1\/disputes\/(\w+)$/,
    ({ state, hooks }, id, form) => updateDispute(state, hooks.emit, id, form),
  ],
  ['POST', /^\/v1\/disputes\/(\w+)\/close$/, ({ state, hooks }, id) => closeDispute(state, hooks.emit, id)],
  ['GET', /^\/v1\/topups\/(\w+)$/, retrieve('topup')],
  [
    'GET',
    /^\/v1\/payouts\/(\w+)$/,
    ({ state }, id, _form, { account }) => {
      const payout = state.get('payout', id)
      // Another account's payout is hidden (https://docs.stripe.com/connect/authentication).
      if (payout._account !== (account ?? null)) throw noSuch('payout', id)
      return payout
    },
  ],
]
