import { catalog } from '#server/platform/sentences.ts'

const atStripe = ({ sum }: { sum: string }) => `${sum} is at Stripe, which sends it on to your bank.`
const byHand = ({ sum }: { sum: string }) => `${sum} was sent to you.`
const restNext = 'What came back is in your balance and goes out with your next payout.'

/** Why a payout has its state, and what happens next. Sums are in words, as in '$104.50'. */
export const standings = catalog('payouts', {
  atStripe: ({ sum }: { sum: string }) => atStripe({ sum }),
  atStripeRest: ({ sum }: { sum: string }) => `${atStripe({ sum })} ${restNext}`,
  bankSaid: ({ message, code }: { message: string | null; code: string | null }) =>
    message ?? `The bank gave the code ${code ?? 'unknown'}.`,
  bankToCorrect: ({ sum }: { sum: string }) =>
    `${sum} stays safe in your account at Stripe. Correct your bank account there, and Stripe sends it again.`,
  beingSent: ({ sum }: { sum: string }) => `${sum} is being sent.`,
  bigPayout: 'A payout of this size is looked at by a second person.',
  deleted: 'This account was deleted. A staff member decides.',
  deletedSuspended: 'This account was deleted while it was suspended. A staff member decides.',
  failedForCreator: 'The money is back in your balance. Set up where it should go, then request it again.',
  failedForStaff:
    'The money is back in your balance. We look into it; the next scheduled payout tries again.',
  firstPayout: 'A staff member checks your first payout before it goes out.',
  held: 'Staff look into this payout.',
  heldNext: 'Staff decide about it.',
  partlyBack: ({ sum }: { sum: string }) => `${sum} of this payout came back.`,
  refusedByStripe: 'Stripe refused the payout.',
  returnedByStripe: 'The payout was returned by Stripe.',
  scheduled: ({ sum }: { sum: string }) =>
    `${sum} is scheduled. It goes out on its own, you have nothing to do.`,
  sentByStaff: ({ sum }: { sum: string }) => `Staff send ${sum} by bank transfer.`,
  sentSoon: ({ sum }: { sum: string }) => `${sum} is sent within minutes.`,
  sentToYou: ({ sum }: { sum: string }) => byHand({ sum }),
  sentToYouRest: ({ sum }: { sum: string }) => `${byHand({ sum })} ${restNext}`,
  stripeNeedsMore: 'Stripe does not pay to your account yet: it still needs something from you.',
  suspendedNext: 'It goes on when the suspension ends.',
  toApproveNext: 'Staff approve it, then it is sent.',
  unconfirmed: 'The answer of the payment provider was lost on the way.',
  unconfirmedNext:
    'We ask the provider until it is certain whether the money was sent; it is never sent twice.',
  yourSuspension: 'Your account is suspended.',
})
