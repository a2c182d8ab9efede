import type { Deps } from '#server/deps.ts'
import { postSource } from '#server/ledger/index.ts'
import { syncBankPayout, syncDestination, syncTransfer, wakeFunded } from '#server/payouts/index.ts'
import {
  syncCredit,
  syncDispute,
  syncInvoice,
  syncPayment,
  syncSubscription,
  syncWarning,
  takeOverCard,
} from '#server/subscriptions/index.ts'
import type { StoredEvent } from './rules.ts'

export type EventDeps = Pick<Deps, 'db' | 'jobs' | 'stripe' | 'clock' | 'log'>

/**
 * What happens when an event says that an object changed, by Stripe's name of the object; others are only stored.
 * A connected account's objects have names of their own here, because they are not ours.
 */
export const handlers: Record<string, (deps: EventDeps, id: string, event: StoredEvent) => Promise<void>> = {
  // Plans
  subscription: syncSubscription,
  invoice: (deps, id) => syncInvoice(deps, id),
  charge: (deps, _id, { data }) => syncPayment(deps, data?.object?.payment_intent),
  refund: (deps, _id, { data }) => syncPayment(deps, data?.object?.payment_intent, true),
  dispute: syncDispute,
  'radar.early_fraud_warning': syncWarning,
  async customer(deps, id, { data }) {
    if (data?.previous_attributes?.invoice_settings) await takeOverCard(deps, id)
    await syncCredit(deps, id)
  },
  // Payouts
  'v2.core.account': syncDestination,
  transfer: syncTransfer,
  'connected payout': (deps, id, { account }) => syncBankPayout(deps, id, account),
  // Money has arrived: whatever waits for it continues.
  balance: wakeFunded,
  // Our own bank account
  topup: postSource,
  payout: postSource,
}
