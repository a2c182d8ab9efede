import { StripeRefusal } from './errors.ts'
import type { PaymentError } from './types.ts'

/** How a test card behaves (https://docs.stripe.com/testing). */
export interface CardBehavior {
  brand: string
  /** what a payment meets while its owner is there */
  first: 'ok' | 'decline' | 'authenticate'
  /** what keeping it for later meets */
  setup: 'ok' | 'decline' | 'authenticate'
  /** what later payments without the owner meet */
  later: 'ok' | 'decline'
  error?: PaymentError
  /** what its owner's bank does with a payment once it is captured: a chargeback, or only a question */
  disputed?: 'chargeback' | 'inquiry'
  /** a refund to it fails later */
  refuses?: true
}

const declined = (decline_code: string, message: string): PaymentError => ({
  type: 'card_error',
  code: 'card_declined',
  decline_code,
  message,
})
const generic = declined('generic_decline', 'Your card was declined.')

const visa = { brand: 'visa' }
const never = { first: 'decline', setup: 'decline', later: 'decline' } as const
export const cards: Record<string, CardBehavior> = {
  '4242424242424242': { ...visa, first: 'ok', setup: 'ok', later: 'ok' },
  '4000000000000002': { ...visa, ...never, error: generic },
  '4000000000009995': {
    ...visa,
    ...never,
    error: declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  '4000002500003155': { ...visa, first: 'authenticate', setup: 'authenticate', later: 'ok' },
  // Asks its owner every time, so that nothing is paid while nobody is there.
  '4000002760003184': {
    ...visa,
    first: 'authenticate',
    setup: 'authenticate',
    later: 'decline',
    error: {
      type: 'card_error',
      code: 'authentication_required',
      decline_code: 'authentication_required',
      message: 'Your card was declined. This transaction requires authentication.',
    },
  },
  '4000000000000259': { ...visa, first: 'ok', setup: 'ok', later: 'ok', disputed: 'chargeback' },
  '4000000000001976': { ...visa, first: 'ok', setup: 'ok', later: 'ok', disputed: 'inquiry' },
  '4000000000005126': { ...visa, first: 'ok', setup: 'ok', later: 'ok', refuses: true },
  // Can be kept, and pays nothing.
  '4000000000000341': { ...visa, first: 'decline', setup: 'ok', later: 'decline', error: generic },
}

/** Stripe's own names for methods made of these cards. */
export const methodTokens: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_createDispute: '4000000000000259',
  pm_card_createDisputeInquiry: '4000000000001976',
  pm_card_refundFail: '4000000000005126',
  pm_card_chargeCustomerFail: '4000000000000341',
}

/** @throws StripeRefusal for a number that is no test card */
export function behaviorOf(number: string): CardBehavior {
  const card = cards[number.replace(/\s/g, '')]
  if (card) return card
  throw new StripeRefusal(402, 'card_error', 'Your card number is incorrect.', {
    code: 'incorrect_number',
    param: 'number',
  })
}

export const authenticationFailed: PaymentError = {
  type: 'card_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}
