/** Every stored object by its kind; the objects themselves are in types/. */
import type { Stripe } from 'stripe'
import type { BalanceTransaction, Payout, Transfer } from './types/balance.ts'
import type {
  Customer,
  CustomerBalanceTransaction,
  Invoice,
  PortalConfiguration,
  PortalSession,
  Price,
  Product,
  Subscription,
  TestClock,
} from './types/billing.ts'
import type { Account } from './types/connect.ts'
import type {
  Charge,
  Dispute,
  EarlyFraudWarning,
  File,
  PaymentIntent,
  PaymentMethod,
  Refund,
  SetupIntent,
} from './types/payments.ts'

export type * from './types/balance.ts'
export type * from './types/billing.ts'
export type * from './types/connect.ts'
export type * from './types/payments.ts'

export interface StripeEvent {
  id: string
  object: 'event' | 'v2.core.event'
  type: string
  created: number | string
  livemode: false
  [more: string]: unknown
}

export interface Kinds {
  customer: Customer
  customer_balance_transaction: CustomerBalanceTransaction
  portal_configuration: PortalConfiguration
  portal_session: PortalSession
  test_clock: TestClock
  product: Product
  price: Price
  payment_method: PaymentMethod
  subscription: Subscription
  invoice: Invoice
  payment_intent: PaymentIntent
  setup_intent: SetupIntent
  charge: Charge
  balance_transaction: BalanceTransaction
  refund: Refund
  dispute: Dispute
  payout: Payout
  topup: Stripe.Topup & { id: string }
  transfer: Transfer
  account: Account
  event: StripeEvent
  early_fraud_warning: EarlyFraudWarning
  file: File
}
export type Kind = keyof Kinds
