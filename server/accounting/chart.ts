import { sentences as names } from '#sentences/chart.ts'
import type { Sentence } from '#server/core/sentences.ts'

/** An account in accounting terms. */
export interface ChartAccount {
  /** in Xero's chart of accounts */
  code: string
  /** in English in exports, so that accounting programs find the account */
  name: Sentence
}

/** The chart of accounts for the exports (docs/money.md says what to set up). */
const chart: Record<string, ChartAccount> = {
  bank: { code: '1000', name: names.bank },
  stripe_balance: { code: '1010', name: names.stripeBalance },
  clearing: { code: '1020', name: names.clearing },
  reserves: { code: '1030', name: names.reserves },
  paid_out: { code: '1090', name: names.paidOut },
  creator_pending: { code: '2000', name: names.creatorPending },
  creator_payable: { code: '2010', name: names.creatorPayable },
  payout_clearing: { code: '2020', name: names.payoutClearing },
  creator_paid: { code: '2090', name: names.creatorPaid },
  deferred_revenue: { code: '2100', name: names.deferredRevenue },
  customer_credit: { code: '2110', name: names.customerCredit },
  tax_payable: { code: '2200', name: names.taxPayable },
  views_clearing: { code: '2900', name: names.viewsClearing },
  view_revenue: { code: '4000', name: names.viewRevenue },
  platform: { code: '4010', name: names.platform },
  subscription_revenue: { code: '4100', name: names.subscriptionRevenue },
  processing_fees: { code: '5000', name: names.processingFees },
  write_offs: { code: '5020', name: names.writeOffs },
  fees: { code: '5010', name: names.fees },
}

/** @throws RangeError for an account missing from the chart, because an export must be complete */
export function chartOf(kind: string): ChartAccount {
  const account = chart[kind]
  if (!account) throw new RangeError(`The chart of accounts has no ${kind}`)
  return account
}
