import { StripeRefusal } from './errors.ts'
import type { PaymentError } from './types.ts'

/** How a test card behaves (https://docs.stripe.com/testing). */
export interface CardBehavior {
  brand: string
  /** result of a payment with the owner present */
  first: 'ok' | 'decline' | 'authenticate'
  /** result of saving the card for later */
  setup: 'ok' | 'decline' | 'authenticate'
  /** result of later payments without the owner */
  later: 'ok' | 'decline'
  error?: PaymentError
  /** what the owner's bank does after a payment is captured: a chargeback, or just an inquiry */
  disputed?: 'chargeback' | 'inquiry'
  /** its issuer reports the payment as probably fraudulent */
  warned?: true
  /** refunds to it fail later */
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
  // Always requires authentication, so payments without the owner fail.
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
  '4000000000005423': { ...visa, first: 'ok', setup: 'ok', later: 'ok', warned: true },
  '4000000000005126': { ...visa, first: 'ok', setup: 'ok', later: 'ok', refuses: true },
  // Can be saved, but every payment is declined.
  '4000000000000341': { ...visa, first: 'decline', setup: 'ok', later: 'decline', error: generic },
}

/** Stripe's own names for payment methods with these cards. */
export const methodTokens: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_createDispute: '4000000000000259',
  pm_card_createDisputeInquiry: '4000000000001976',
  pm_card_createIssuerFraudRecord: '4000000000005423',
  pm_card_refundFail: '4000000000005126',
  pm_card_chargeCustomerFail: '4000000000000341',
}

/** @throws StripeRefusal for a number that isn't a test card */
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
