import type { Stripe } from 'stripe'
import { currencyOf } from '#contract/money/countries.ts'
import { balanceOf, settleReversal, settleTransfer } from './balance.ts'
import { missing, noSuch, StripeRefusal } from './errors.ts'
import { type Form, metadataOf, textOf } from './form.ts'
import { newId, type StripeState } from './state.ts'
import type { Account, Capability, Transfer } from './types.ts'

interface AccountParams {
  contact_email?: string
  display_name?: string
  dashboard?: string
  metadata?: Record<string, string>
  identity?: { country?: string; entity_type?: string }
  configuration?: {
    recipient?: { capabilities?: { stripe_balance?: { stripe_transfers?: { requested?: boolean } } } }
  }
}

/** A recipient that hasn't completed onboarding. */
export function createAccount(state: StripeState, params: AccountParams): Account {
  const country = params.identity?.country?.toUpperCase()
  if (!country) throw missing('identity.country')
  const currency = currencyOf(country)
  if (currency === null || state.closedCountries.has(country))
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      `Your platform cannot create accounts in ${country}.`,
      // https://docs.stripe.com/error-codes#country-unsupported
      { code: 'country_unsupported', param: 'identity.country' },
    )
  const waiting = (): Capability => ({
    status: 'restricted',
    status_details: [{ code: 'requirements_past_due', resolution: 'provide_info' }],
  })
  return state.put('account', {
    id: newId('acct'),
    object: 'v2.core.account',
    created: new Date(state.now() * 1000).toISOString(),
    livemode: false,
    ...(params.contact_email ? { contact_email: params.contact_email } : {}),
    ...(params.display_name ? { display_name: params.display_name } : {}),
    ...(params.dashboard ? { dashboard: params.dashboard } : {}),
    applied_configurations: ['recipient'],
    closed: false,
    configuration: {
      recipient: {
        applied: true,
        capabilities: {
          stripe_balance: { stripe_transfers: waiting(), payouts: waiting() },
        },
      },
    },
    identity: { country: country.toLowerCase(), entity_type: 'individual' },
    defaults: { currency: currency.toLowerCase() },
    metadata: params.metadata ?? {},
  })
}

/** The outcome of the hosted onboarding page, or of a later finding by Stripe. */
export function setCapabilities(
  state: StripeState,
  id: string,
  status: 'active' | 'restricted',
  names: readonly ('stripe_transfers' | 'payouts')[] = ['stripe_transfers', 'payouts'],
): Account {
  const account = state.get('account', id)
  for (const name of names)
    account.configuration.recipient.capabilities.stripe_balance[name] = {
      status,
      status_details:
        status === 'active' ? [] : [{ code: 'requirements_past_due', resolution: 'provide_info' }],
    }
  return state.put('account', account)
}

export function createTransfer(
  state: StripeState,
  emit: (type: string, object: unknown) => void,
  form: Form,
): Transfer {
  const amount = Number(textOf(form.amount))
  if (!Number.isInteger(amount) || amount <= 0) throw missing('amount')
  const destination = textOf(form.destination)
  if (!destination) throw missing('destination')
  const account = state.find('account', destination)
  if (!account) throw noSuch('destination', destination)
  if (account.configuration.recipient.capabilities.stripe_balance.stripe_transfers.status !== 'active')
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      { code: 'insufficient_capabilities_for_transfer' },
    )
  if (amount > balanceOf(state).available)
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      'You have insufficient available funds in your Stripe account.',
      {
        code: 'balance_insufficient',
      },
    )
  const base = state.base('transfer')
  const made = settleTransfer(state, {
    ...base,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    reversed: false,
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${base.id}/reversals` },
    balance_transaction: null,
    currency: textOf(form.currency) ?? 'usd',
    destination,
    transfer_group: textOf(form.transfer_group) ?? null,
    metadata: metadataOf(form.metadata),
  })
  emit('transfer.created', made)
  return made
}

/** Reverses a transfer, fully or in part. @throws StripeRefusal for more than remains */
export function reverseTransfer(
  state: StripeState,
  emit: (type: string, object: unknown) => void,
  id: string,
  form: Form = {},
): Stripe.TransferReversal {
  const transfer = state.get('transfer', id)
  const left = transfer.amount - transfer.amount_reversed
  const amount = Number(textOf(form.amount) ?? left)
  if (left === 0)
    throw new StripeRefusal(400, 'invalid_request_error', `Transfer ${id} is already fully reversed.`)
  if (!Number.isInteger(amount) || amount <= 0 || amount > left)
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      `Transfer reversal amount ($${amount / 100}) is greater than unreversed amount on transfer ($${left / 100})`,
      { param: 'amount' },
    )
  const reversalId = newId('trr')
  const reversal: Stripe.TransferReversal = {
    id: reversalId,
    object: 'transfer_reversal',
    amount,
    balance_transaction: settleReversal(state, reversalId, amount),
    created: state.now(),
    currency: transfer.currency,
    destination_payment_refund: null,
    metadata: metadataOf(form.metadata),
    source_refund: null,
    transfer: id,
  }
  const after = state.put('transfer', {
    ...transfer,
    amount_reversed: transfer.amount_reversed + amount,
    reversed: amount === left,
    // Newest first, at most ten; the rest are in a separate list.
    reversals: { ...transfer.reversals, data: [reversal, ...transfer.reversals.data] },
  })
  emit('transfer.reversed', after)
  return reversal
}

/** The reversals of a transfer, newest first. */
export const reversalsOf = (state: StripeState, id: string): Stripe.TransferReversal[] =>
  state.get('transfer', id).reversals.data
