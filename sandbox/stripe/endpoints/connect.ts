import { createAccount, createTransfer, reversalsOf, reverseTransfer } from '../connect.ts'
import { type Endpoint, isOf, list, pageOf, retrieve } from '../endpoint.ts'
import { missing } from '../errors.ts'
import { type Form, formOf, listOf, textOf } from '../form.ts'
import type { StripeState } from '../state.ts'
import type { Account } from '../types.ts'

/** Parts are left out unless requested (https://docs.stripe.com/api-v2-overview#include). */
const included = ({ configuration, identity, defaults, ...account }: Account, asked: readonly unknown[]) => ({
  ...account,
  ...(asked.includes('configuration.recipient') ? { configuration } : {}),
  ...(asked.includes('identity') ? { identity } : {}),
  ...(asked.includes('defaults') ? { defaults } : {}),
})

/** The sandbox's event destinations; each has a secret of its own. */
const destinations = [
  { name: 'snapshot', payload: 'snapshot', from: '@self' },
  { name: 'thin', payload: 'thin', from: '@self' },
  { name: 'connected', payload: 'snapshot', from: '@accounts' },
] as const

const destination = (
  now: number,
  publicUrl: string,
  { name, payload, from }: (typeof destinations)[number],
  form: Form,
) => {
  const created = new Date(now * 1000).toISOString()
  return {
    id: `ed_test_${name}`,
    object: 'v2.core.event_destination',
    created,
    description: '',
    enabled_events: ['*'],
    event_payload: payload,
    events_from: [from],
    livemode: false,
    name,
    status: 'enabled',
    type: 'webhook_endpoint',
    updated: created,
    ...(listOf(form.include).includes('webhook_endpoint.url')
      ? { webhook_endpoint: { url: `${publicUrl}/api/webhooks/stripe` } }
      : {}),
  }
}

/** An account as API v1 sends it, which also knows the accounts made by v2. */
function olderForm({ configuration, identity, defaults, ...account }: Account) {
  const { stripe_transfers: transfers, payouts } = configuration.recipient.capabilities.stripe_balance
  const created = Date.parse(account.created) / 1000
  const accepted = transfers.status === 'active'
  return {
    id: account.id,
    object: 'account',
    charges_enabled: false,
    country: identity.country.toUpperCase(),
    created,
    default_currency: defaults.currency,
    details_submitted: accepted,
    email: account.contact_email ?? null,
    metadata: account.metadata,
    payouts_enabled: payouts.status === 'active',
    tos_acceptance: accepted
      ? { date: created, ip: null, service_agreement: account._agreement ?? 'full', user_agent: null }
      : { date: null, ip: null, user_agent: null },
    type: 'none',
  }
}

const intervals = ['manual', 'daily', 'weekly', 'monthly'] as const
/** Of the settings, only the schedule of payouts to the platform's own bank can be changed here. */
const balanceSettings = ({ payoutInterval: interval }: StripeState) => ({
  object: 'balance_settings',
  payments: {
    debit_negative_balances: false,
    payouts: {
      automatic_transfer_rules_by_currency: null,
      minimum_balance_by_currency: null,
      schedule: { interval },
      statement_descriptor: null,
      status: 'enabled',
    },
    settlement_timing: { delay_days: 2, start_of_day: null },
  },
})

/** Recipients, their onboarding page, and transfers to them. */
export const connect: Endpoint[] = [
  ['GET', /^\/v1\/balance_settings$/, ({ state }) => balanceSettings(state)],
  [
    'POST',
    /^\/v1\/balance_settings$/,
    ({ state }, _id, form) => {
      const { schedule } = formOf(formOf(form.payments).payouts)
      const interval = intervals.find(one => one === textOf(formOf(schedule).interval))
      if (!interval) throw missing('payments[payouts][schedule][interval]')
      state.payoutInterval = interval
      return balanceSettings(state)
    },
  ],
  [
    'GET',
    /^\/v1\/accounts$/,
    ({ state }, _id, form) => {
      const all = state.all('account').reverse().map(olderForm)
      return pageOf(all, '/v1/accounts', form)
    },
  ],
  ['POST', /^\/v1\/transfers$/, ({ state, hooks }, _id, form) => createTransfer(state, hooks.emit, form)],
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
    ({ state, hooks }, id, form) => reverseTransfer(state, hooks.emit, id, form),
  ],
  [
    'GET',
    /^\/v1\/transfers\/(\w+)\/reversals$/,
    ({ state }, id, form) => pageOf(reversalsOf(state, id), `/v1/transfers/${id}/reversals`, form),
  ],
  [
    'POST',
    /^\/v2\/core\/accounts$/,
    ({ state }, _id, _form, request) => {
      const params = JSON.parse(request.body || '{}')
      return included(createAccount(state, params), params.include ?? [])
    },
  ],
  [
    'GET',
    /^\/v2\/core\/accounts\/(\w+)$/,
    ({ state }, id, form) => {
      return included(state.get('account', id), listOf(form.include))
    },
  ],
  [
    'GET',
    /^\/v2\/core\/event_destinations$/,
    ({ state, publicUrl }, _id, form) => ({
      data: destinations.map(one => destination(state.now(), publicUrl, one, form)),
      next_page_url: null,
      previous_page_url: null,
    }),
  ],
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
