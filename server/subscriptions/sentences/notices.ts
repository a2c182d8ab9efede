import { catalog } from '#server/core/sentences.ts'

/** A day as in 2026-11-28: 'November 28, 2026'. */
const dayIn = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const taxProblems: Record<string, string> = {
  'requires location inputs': "Stripe can't tell where the customer is",
  failed: "Stripe's calculation failed",
  'system error': "Stripe's calculation failed",
}

/** Notifications of riders and admins about payments of plans. Sums are in words, as in '$104.50', days as in 2026-11-28. */
export const notices = catalog('subscriptions', {
  addressMessage:
    "We couldn't work out the tax of your plan. Enter your billing address on the Premium page.",
  addressTitle: 'Check your billing address',
  askedMessage: ({ id, day }: { id: string; day: string | null }) =>
    `No money was taken. Answer ${id} in Stripe's dashboard${day ? ` by ${dayIn(day)}` : ''}, so that it doesn't become a dispute.`,
  askedTitle: ({ sum }: { sum: string }) => `A bank asks about a payment of ${sum}`,
  cardRefusedMessage: ({ refund, reason }: { refund: string; reason: string }) =>
    `The card's bank refused refund ${refund} (${reason}). The money is back in the Stripe balance: send it again in the Money tab, or return it to the customer another way.`,
  cardRefusedTitle: ({ sum }: { sum: string }) => `A refund of ${sum} came back`,
  creditMessage: ({ customer, here, there }: { customer: string; here: string; there: string }) =>
    `${customer} has ${there} at Stripe, and ${here} in the ledger. See the customer's balance in Stripe.`,
  creditTitle: "A rider's credit differs from Stripe",
  currencyMessage: ({ invoice, sum }: { invoice: string; sum: string }) =>
    `Invoice ${invoice} for ${sum} isn't in US dollars, so it isn't in the ledger. Check the prices in Stripe, and post it by hand at the rate that Stripe paid.`,
  currencyTitle: ({ currency }: { currency: string }) => `An invoice is in ${currency}`,
  disputedMessage: ({
    sum,
    day,
    id,
    reason,
  }: {
    sum: string
    day: string | null
    id: string
    reason: string
  }) =>
    `The card's bank took ${sum} back (${reason}). ${day ? `Submit evidence for ${id} in the Money tab by ${dayIn(day)}, or the dispute is lost.` : `See ${id} in Stripe's dashboard.`} The plan is paused until then.`,
  disputedTitle: ({ sum, day }: { sum: string; day: string | null }) =>
    `A payment of ${sum} is disputed${day ? `: answer by ${dayIn(day)}` : ''}`,
  disputeOverMessage: ({ sum, won }: { sum: string; won: boolean }) =>
    won
      ? `${sum} is back in the Stripe balance, and the plan continues. Stripe keeps the dispute fee.`
      : `${sum} and the dispute fee are gone, and the plan has ended.`,
  disputeOverTitle: ({ sum, won }: { sum: string; won: boolean }) =>
    `The dispute over ${sum} is ${won ? 'won' : 'lost'}`,
  refundBackMessage: ({ sum }: { sum: string }) =>
    `Your bank sent the refund of ${sum} back. We have the money and will get in touch to return it another way.`,
  refundBackTitle: ({ sum }: { sum: string }) => `Your refund of ${sum} didn't arrive`,
  taxMissingMessage: ({ invoice, problem }: { invoice: string; problem: string }) =>
    `Invoice ${invoice} went out without tax: ${taxProblems[problem] ?? `Stripe says ${problem}`}. Correct the address or the tax settings in Stripe. We owe any tax that was due on it.`,
  taxMissingTitle: 'An invoice went out without tax',
  warnedMessage: ({ sum, id, reason }: { sum: string; id: string; reason: string }) =>
    `The card's issuer reports the payment of ${sum} as probably fraudulent (${reason}, ${id}). Refund it if you agree: that usually prevents a dispute and its fee.`,
  warnedTitle: ({ sum, day }: { sum: string; day: string }) =>
    `A payment of ${sum} may be fraud: decide by ${dayIn(day)}`,
})
