import { catalog } from '#server/core/sentences.ts'

const grouped = new Intl.NumberFormat('en-US')
const viewsOn = ({ views, platform }: Counted) =>
  `${grouped.format(views)} ${views === 1 ? 'view' : 'views'} on ${platform ?? 'a platform'}`
type Counted = { views: number; platform: string | null }

/** What a ledger entry records, for staff. */
export const entries = catalog('ledger', {
  viewsCame: 'Views came in.',
  released: 'Earnings left their hold period.',
  payoutStarted: 'A payout was started.',
  payoutSent: 'A payout was sent.',
  payoutUncompleted: 'A payout that was sent came back.',
  planPaid: 'A plan was paid by card.',
  planRefunded: 'A plan was refunded to the card.',
  chargeSettled: "A card payment arrived at Stripe, less Stripe's fee.",
  refundSettled: 'A refund left the Stripe balance.',
  refundFailed: 'A refund did not reach its card and came back.',
  transferSettled: 'A payout left the Stripe balance.',
  transferReturned: 'A payout came back to the Stripe balance.',
  bankMoved: 'Money moved between the bank and Stripe.',
  stripeAdjusted: 'Stripe adjusted the balance.',
  creditMoved: 'A plan change left credit, or credit paid a plan.',
  creditAdjusted: "A rider's credit was changed in Stripe.",
  creditTakenBack: ({ again }: { again: boolean }) =>
    again
      ? 'Credit was given again, because a refund failed.'
      : 'Credit was taken back, because its payment was returned.',
  disputeWithdrawn: 'A bank took a disputed payment back for now.',
  disputeFee: 'Stripe kept its fee for a dispute.',
  disputeReinstated: 'A disputed payment came back.',
  disputeLost: 'A dispute was lost.',
  writtenOff: ({ reason }: { reason: string }) => `A balance below zero was written off: ${reason}`,
  correction: ({ month, reason }: { month: string; reason: string }) => `Correction of ${month}: ${reason}`,
  counted: ({ views, platform }: Counted) => `${viewsOn({ views, platform })} counted.`,
  other: ({ name }: { name: string }) => `${name}.`,
  payoutBack: ({ reason }: { reason: string | null }) =>
    `A payout went back into the balance${reason ? `: ${reason}` : ''}.`,
  recognized: ({ day }: { day: string }) => `Plan payments for ${day} became income.`,
  takenBack: ({ views, platform }: Counted) =>
    `${viewsOn({ views, platform })} taken back: the platform corrected its count.`,
})
