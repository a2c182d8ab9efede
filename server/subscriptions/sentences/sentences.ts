import { catalog } from '#server/platform/sentences.ts'

/** What people read about plans, prices, tax and refunds. */
export const sentences = catalog('subscriptions', {
  addressNeeded: 'Enter your billing address: tax depends on it.',
  alreadyRefunded: 'This invoice has already been refunded.',
  alreadySubscribed: 'You already have a plan. Change it instead of buying a second one.',
  badSignature: "This event's signature isn't valid.",
  confirmEmail: 'Confirm your email address first: ask for a sign-in link and open it.',
  declined: ({ reason }: { reason: string }) => reason,
  disputed: "Your payment is disputed. You can change the plan once that's settled.",
  guaranteeOver: ({ days }: { days: number }) => `The ${days}-day money-back guarantee has ended.`,
  noEvent: "The body isn't an event.",
  notACard: "This invoice wasn't paid by card, so it can't be refunded here.",
  notOurAccount: "This secret isn't for events of this account.",
  notPaid: 'Nothing was paid on this invoice, so there is nothing to refund.',
  noPlan: "You don't have a plan right now.",
  noTax: 'Plans are sold without tax here, so there is no billing address to set.',
  notSold: "Plans aren't available on this server yet.",
  otherStyle: ({ expected, got }: { expected: string; got: string }) =>
    `This secret is for ${expected}, not for ${got}.`,
  payFirst: 'Pay the open invoice first, then change the plan.',
  payNext: 'Nothing is paid for your plan right now. You can change it after its next payment.',
  priceChanged: 'The price has changed since. Check the new one.',
  providerDown: "Our payment provider didn't answer. Please try again in a moment.",
  quoteExpired: 'This price has expired. Check the new one.',
  quoteOfOtherPlan: 'This price is for another plan. Check the price of this one.',
  quoteUsed: 'This price has already been used. Check the new one.',
  samePlan: 'You already have this plan.',
  taxUnknown: "We can't work out tax for this address. Check the country and the ZIP or postal code.",
  unknownPlan: "This isn't one of our plans.",
})
