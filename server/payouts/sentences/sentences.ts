import { countryName } from '#contract/money/countries.ts'
import { catalog } from '#server/core/sentences.ts'

/** What people read when a payout can't be asked for, decided or sent. Sums are in words, as in '$104.50'. */
export const sentences = catalog('payouts', {
  accountGone: 'This account is gone, so this payout needs approval first.',
  accountSuspended: 'This account is suspended. End the suspension first, or hold the payout.',
  alreadyDecided: ({ status }: { status: string }) =>
    `This payout is already ${status}, so nothing was changed.`,
  alreadyPaid: "You've already had the payout for this period.",
  approveFirst: 'This payout needs approval first.',
  balanceTooSmall: ({ balance, threshold }: { balance: string; threshold: string }) =>
    `Your balance of ${balance} hasn't reached your threshold of ${threshold} yet.`,
  bankNeeded: 'Add your bank account first.',
  byHand: "We send payouts by bank transfer here. We'll email you for your account details.",
  /** of a country by its code, as in 'AR' */
  byHandThere: ({ country }: { country: string }) =>
    `Stripe can't pay to bank accounts in ${countryName(country)} for us yet, so our staff send your payouts by bank transfer. We'll email you for your account details.`,
  confirmEmail: 'Confirm your email address first: ask for a sign-in link and open it.',
  confirmEmailToBePaid:
    'Confirm your email address first: ask for a sign-in link and open it. Then we can pay you.',
  countryFixed: ({ country }: { country: string }) =>
    `Your account at Stripe is in ${country}. Contact us to move it to another country.`,
  inTransit: 'A payout is already on its way. You can ask for the next one once it has arrived.',
  needsDestination: 'Say where your money should go: Stripe asks for your name and bank account.',
  nextPayout: ({ frequency, threshold, ready }: { frequency: string; threshold: string; ready: boolean }) =>
    `Paid ${frequency} once your balance has reached ${threshold}${ready ? '' : ' and you have said where it should go'}.`,
  noApprovalNeeded: "This payout doesn't need approval.",
  notByHand: "Stripe sends this payout. It can't be marked as sent by hand.",
  notSetUp: "Payouts aren't set up on this server.",
  nothingToSetOff: 'Only a waiting payout of a deleted account can be set off.',
  owesNothing: "This rider's balance isn't below zero.",
  owesOther: ({ sum }: { sum: string }) => `This rider owes ${sum} by now. Check it, then decide again.`,
  payoutFirst:
    'A payout to this rider is under way. Set it off if the account is deleted, or wait until it has been sent.',
  referenceUsed: 'Another payout already has this reference.',
  accountUnfinished: 'Stripe still needs something from you before it can pay you.',
  suspended: 'Your account is suspended, so payouts are on hold. Please contact us.',
  tooYoung: ({ available, holdDays }: { available: string; holdDays: number }) =>
    `We can pay out ${available} of your balance now. The rest is less than ${holdDays} days old, and platforms may still correct those counts.`,
  twoPeople: 'You approved this payout, so another staff member has to mark it as sent.',
})
