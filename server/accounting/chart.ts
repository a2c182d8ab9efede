/** An account in accounting terms. */
export interface ChartAccount {
  /** in Xero's chart of accounts */
  code: string
  name: string
}

/** The chart of accounts for the exports (docs/money.md says what to set up). */
const chart: Record<string, ChartAccount> = {
  bank: { code: '1000', name: 'Bank' },
  stripe_balance: { code: '1010', name: 'Stripe balance' },
  clearing: { code: '1020', name: 'Card payments in transit' },
  reserves: { code: '1030', name: 'Disputed payments' },
  paid_out: { code: '1090', name: 'Sent to creators' },
  creator_pending: { code: '2000', name: 'Creators, in hold period' },
  creator_payable: { code: '2010', name: 'Creators, payable' },
  payout_clearing: { code: '2020', name: 'Payouts in transit' },
  creator_paid: { code: '2090', name: 'Creators, paid' },
  deferred_revenue: { code: '2100', name: 'Deferred revenue' },
  tax_payable: { code: '2200', name: 'Sales tax payable' },
  views_clearing: { code: '2900', name: 'Views clearing' },
  view_revenue: { code: '4000', name: 'View revenue' },
  platform: { code: '4010', name: "Platform's share of views" },
  subscription_revenue: { code: '4100', name: 'Plan revenue' },
  processing_fees: { code: '5000', name: 'Card processing fees' },
  fees: { code: '5010', name: 'Payout fees' },
}

/** @throws RangeError for an account missing from the chart, because an export must be complete */
export function chartOf(kind: string): ChartAccount {
  const account = chart[kind]
  if (!account) throw new RangeError(`The chart of accounts has no ${kind}`)
  return account
}
