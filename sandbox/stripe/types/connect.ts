/** Connected accounts. */
import type { Stripe } from 'stripe'

/** Whether an account has one capability. */
export interface Capability {
  status: 'active' | 'pending' | 'restricted'
  status_details: { code: string; resolution: string }[]
}
/** Accounts v2; its times are ISO 8601. */
export interface Account {
  id: string
  object: 'v2.core.account'
  created: string
  livemode: false
  contact_email?: string
  display_name?: string
  dashboard?: string
  applied_configurations: string[]
  closed: boolean
  configuration: {
    recipient: {
      applied: boolean
      capabilities: {
        stripe_balance: { stripe_transfers: Capability; payouts: Capability }
      }
    }
  }
  identity: {
    country: string
    entity_type: 'individual'
    individual?: NonNullable<Stripe.V2.Core.Account['identity']>['individual']
  }
  defaults: { currency: string }
  metadata: Record<string, string>
  /** the agreement with Stripe that its owner accepts; undefined: the full one. Not sent by API v2. */
  _agreement?: 'full' | 'recipient'
}
