import type { Stripe } from 'stripe'
import { balanceOf, settleReversal, settleTransfer } from './balance.ts'
import { missing, noSuch, StripeRefusal } from './errors.ts'
import { type Form, metadataOf, textOf } from './form.ts'
import { newId, type StripeState } from './state.ts'
import type { Account, Transfer } from './types.ts'

interface AccountParams {
  contact_email?: string
  display_name?: string
  dashboard?: string
  metadata?: Record<string, string>
  configuration?: {
    recipient?: { capabilities?: { stripe_balance?: { stripe_transfers?: { requested?: boolean } } } }
  }
}

/** A recipient that still has to say who it is. */
export function createAccount(state: StripeState, params: AccountParams): Account {
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
          stripe_balance: {
            stripe_transfers: {
              status: 'restricted',
              status_details: [{ code: 'requirements_past_due', resolution: 'provide_info' }],
            },
          },
        },
      },
    },
    metadata: params.metadata ?? {},
  })
}

/** What the hosted page does when it is filled in, or when Stripe finds something wrong later. */
export function setTransfers(state: StripeState, id: string, status: 'active' | 'restricted'): Account {
  const account = state.get('account', id)
  const { stripe_transfers } = account.configuration.recipient.capabilities.stripe_balance
  stripe_transfers.status = status
  stripe_transfers.status_details =
    status === 'active' ? [] : [{ code: 'requirements_past_due', resolution: 'provide_info' }]
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
  const made = settleTransfer(state, {
    ...state.base('transfer'),
    object: 'transfer',
    amount,
    amount_reversed: 0,
    reversed: false,
    balance_transaction: null,
    currency: textOf(form.currency) ?? 'usd',
    destination,
    transfer_group: textOf(form.transfer_group) ?? null,
    metadata: metadataOf(form.metadata),
  })
  emit('transfer.created', made)
  return made
}

/** Takes a whole transfer back. */
export function reverseTransfer(
  state: StripeState,
  emit: (type: string, object: unknown) => void,
  id: string,
): Stripe.TransferReversal {
  const transfer = state.get('transfer', id)
  const after = state.put('transfer', { ...transfer, reversed: true, amount_reversed: transfer.amount })
  const reversal = newId('trr')
  const balance_transaction = settleReversal(state, reversal, transfer.amount)
  emit('transfer.reversed', after)
  return {
    id: reversal,
    object: 'transfer_reversal',
    amount: transfer.amount,
    balance_transaction,
    created: state.now(),
    currency: transfer.currency,
    destination_payment_refund: null,
    metadata: {},
    source_refund: null,
    transfer: id,
  }
}
