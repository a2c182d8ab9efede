import { catalog } from '#server/core/sentences.ts'

const atStripe = ({ sum }: { sum: string }) => `${sum} is at Stripe, which sends it on to your bank.`
const byHand = ({ sum }: { sum: string }) => `${sum} was sent to you.`
const restNext = 'What came back is in your balance and goes out with your next payout.'

/** Why a payout has its state, and what happens next. Sums are in words, as in '$104.50'. */
export const standings = catalog('payouts', {
  aboveLimit: 'This payout is larger than what we send in a day.',
  aboveLimitNext: 'A staff member has to raise the limit, or send it another way.',
  atStripe: ({ sum }: { sum: string }) => atStripe({ sum }),
  atStripeRest: ({ sum }: { sum: string }) => `${atStripe({ sum })} ${restNext}`,
  bankSaid: ({ message, code }: { message: string | null; code: string | null }) =>
    message ?? `The bank's code: ${code ?? 'unknown'}.`,
  bankToCorrect: ({ sum }: { sum: string }) =>
    `${sum} is safe in your Stripe account. Correct your bank account there, and Stripe sends it again.`,
  beingSent: ({ sum }: { sum: string }) => `${sum} is being sent.`,
  bigPayout: 'A second person checks payouts of this size.',
  dayFull: "Today's limit for payouts has been reached.",
  deleted: 'This account was deleted. A staff member decides.',
  deletedSuspended: 'This account was deleted while it was suspended. A staff member decides.',
  failedForCreator: 'The money is back in your balance. Check your bank account, then request it again.',
  failedForStaff:
    "The money is back in your balance. We're looking into it, and the next scheduled payout tries again.",
  firstPayout: 'A staff member checks your first payout before it goes out.',
  held: 'Our staff are looking into this payout.',
  heldNext: 'Our staff will decide what happens next.',
  partlyBack: ({ sum }: { sum: string }) => `${sum} of this payout came back.`,
  refusedByStripe: 'Stripe refused the payout.',
  returnedByStripe: 'The payout was returned by Stripe.',
  riderDayFull: "Today's limit for payouts to one rider has been reached.",
  scheduled: ({ sum }: { sum: string }) =>
    `${sum} is scheduled. It goes out automatically; you don't need to do anything.`,
  setOff: 'What this account owed us was kept from it.',
  sentByStaff: ({ sum }: { sum: string }) => `Our staff will send ${sum} by bank transfer.`,
  sentSoon: ({ sum }: { sum: string }) => `We'll send ${sum} within minutes.`,
  sentToYou: ({ sum }: { sum: string }) => byHand({ sum }),
  sentToYouRest: ({ sum }: { sum: string }) => `${byHand({ sum })} ${restNext}`,
  stripeNeedsMore: "Stripe can't pay to your account yet: it still needs something from you.",
  suspendedNext: 'It continues when the suspension ends.',
  tomorrow: ({ sum }: { sum: string }) =>
    `${sum} goes out tomorrow, by UTC, or as soon as there is room again. You don't need to do anything.`,
  toApproveNext: "It's sent once our staff approve it.",
  unconfirmed: "The payment provider's answer didn't reach us.",
  unconfirmedNext: "We keep checking whether the money was sent. It's never sent twice.",
  yourSuspension: 'Your account is suspended.',
})
