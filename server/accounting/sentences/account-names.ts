import { catalog } from '#server/core/sentences.ts'

/** The accounts of the ledger, by name. */
export const names = catalog('chart', {
  bank: 'Bank',
  stripeBalance: 'Stripe balance',
  clearing: 'Card payments in transit',
  reserves: 'Disputed payments',
  paidOut: 'Sent to creators',
  creatorPending: 'Creators, in hold period',
  creatorPayable: 'Creators, payable',
  payoutClearing: 'Payouts in transit',
  creatorPaid: 'Creators, paid',
  deferredRevenue: 'Deferred revenue',
  customerCredit: "Riders' credit",
  taxPayable: 'Sales tax payable',
  viewsClearing: 'Views clearing',
  writeOffs: 'Balances written off',
  viewRevenue: 'View revenue',
  platform: "Platform's share of views",
  subscriptionRevenue: 'Plan revenue',
  processingFees: 'Card processing fees',
  fees: 'Payout fees',
})
