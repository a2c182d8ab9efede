import { closeDispute, updateDispute } from '../disputes.ts'
import { type Endpoint, isOf, isWithin, list, retrieve } from '../endpoint.ts'
import { noSuch } from '../errors.ts'
import { uploadFile } from '../files.ts'

/** Disputes of payments with their evidence, warnings of fraud, top-ups from banks and payouts to them. */
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
  ['POST', /^\/v1\/files$/, ({ state }, _id, form) => uploadFile(state, form)],
  ['GET', /^\/v1\/files\/(\w+)$/, retrieve('file')],
  ['GET', /^\/v1\/radar\/early_fraud_warnings\/(\w+)$/, retrieve('early_fraud_warning')],
  [
    'GET',
    /^\/v1\/radar\/early_fraud_warnings$/,
    ({ state }, _id, form) =>
      list(
        state,
        'early_fraud_warning',
        '/v1/radar/early_fraud_warnings',
        form,
        w =>
          isOf(form, 'charge', w.charge) &&
          isOf(form, 'payment_intent', w.payment_intent) &&
          isWithin(form, 'created', w.created),
      ),
  ],
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
