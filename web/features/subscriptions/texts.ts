import { moneyBackDays } from '#contract/money/constants.ts'
import type { Invoice } from '#contract/money/subscriptions.ts'
import { formatViews } from '../../lib/format.ts'
import type { ToastContent } from '../../lib/toast.ts'

export const texts = {
  title: 'Premium',
  lead: 'A plan raises what every view earns you, from the moment it begins.',
  signedOut: {
    title: 'Sign In Required',
    text: 'Plans belong to an account. Sign in, then choose one.',
    button: 'Sign In',
  },
  plansFailed: 'The plans could not be loaded',
  notSetUp: 'Plans cannot be bought at the moment',
  notSetUpText: 'Payments are not set up on this server.',
  plans: 'Plans',
  forever: 'forever',
  perMonth: 'per month',
  perMonthBeforeTax: 'per month plus tax',
  current: 'Current Plan',
  paused: 'Paused',
  breakEven: (views: number) => `Pays for itself from ${formatViews(views)} a month at the base rate.`,
  upgrade: (name: string) => `Upgrade to ${name}`,
  change: (name: string) => `Change to ${name}`,
  included: 'Always yours',
  standing: {
    title: 'Your plan',
    active: (name: string, multiplier: number, when: string) =>
      `${name}: every view earns ${multiplier}x. It renews on ${when}.`,
    ending: (name: string, when: string) => `${name} ends on ${when}. Until then everything stays as it is.`,
    pastDue: 'The last payment did not go through',
    grace: (when: string) => `Your plan goes on until ${when}. Pay with this or another card to keep it.`,
    graceOver: 'Your plan is paused until the open invoice is paid.',
    paused: (name: string) => `Your ${name} plan is paused`,
    pausedFor: {
      dispute:
        "Your card's bank is disputing your payment for this plan. Until that's settled, new views earn without the plan's multiplier and nothing is charged. If the payment stands, your plan continues on its own; if not, it ends.",
      refund:
        "Your payment for this plan was refunded, so new views earn without the plan's multiplier. It starts again with your next payment.",
    },
    pay: 'Pay now',
    cancel: 'Cancel subscription',
    resume: 'Resume subscription',
    sure: 'Cancel your subscription?',
    sureText: (when: string) =>
      `You keep it until ${when}, and nothing is charged any more. You can resume it until then.`,
    keep: 'Keep it',
  },
  payment: {
    title: (name: string) => `Subscribe to ${name}`,
    payTitle: 'Pay the open invoice',
    price: (price: string) => `${price} per month`,
    beforeTax: (price: string) => `${price} per month plus tax`,
    note: `Billed today, then each month. Cancel at any time; ${moneyBackDays} days money-back guarantee.`,
    payNote: 'The invoice of your last renewal. Your plan goes on as soon as it is paid.',
    loading: 'Loading the payment form',
    notLoaded: 'The payment form could not be loaded',
    subscribe: 'Subscribe Now',
    subscribing: 'Processing...',
    pay: 'Pay Now',
    cancel: 'Cancel',
    secure: 'Your card goes to Stripe and never touches our servers.',
    noReason: 'The payment did not go through.',
  },
  billing: {
    title: 'Billing address',
    country: 'Country',
    zip: 'ZIP code',
    postalCode: 'Postal code',
    why: 'Tax depends on where you live. Enter your billing address to see what you pay today.',
    price: 'Plan',
    tax: 'Tax',
    total: 'Due today',
    failed: "We couldn't work out the tax. Please try again.",
    needed: 'Your billing address is missing',
    neededText: 'Tax on your plan depends on where you live. It applies from your next invoice.',
    enter: 'Enter address',
    forPlan: 'We use it to work out the tax on your plan, from your next invoice on.',
    save: 'Save address',
    notSaved: "Your address couldn't be saved",
  },
  changing: {
    title: (name: string) => `Change to ${name}`,
    reckoning: 'What changes today',
    dueNow: 'Due today',
    credit: 'Credited on later invoices',
    next: (amount: string, when: string) => `Then ${amount} per month, next on ${when}.`,
    nextBeforeTax: (amount: string, when: string) =>
      `Then ${amount} per month plus tax where it applies, next on ${when}.`,
    failed: "The change couldn't be calculated",
    confirm: (name: string) => `Change to ${name}`,
    busy: 'Changing...',
    cancel: 'Cancel',
  },
  invoices: {
    title: 'Invoices',
    failed: 'Your invoices could not be loaded',
    none: 'No invoices yet',
    open: 'View',
    label: (when: string) => `Invoice of ${when}`,
    refunded: (amount: string) => `${amount} refunded`,
    tax: (amount: string) => `${amount} tax included`,
    statuses: {
      draft: 'Draft',
      open: 'Open',
      paid: 'Paid',
      uncollectible: 'Unpaid',
      void: 'Void',
    } satisfies Record<Invoice['status'], string>,
  },
  faq: {
    title: 'Questions',
    items: [
      {
        question: 'Can I cancel at any time?',
        answer:
          'Yes, you can cancel your subscription at any time, here on this page. You keep your plan until the period that you have paid for ends.',
      },
      {
        question: 'Is there a money-back guarantee?',
        answer: `Yes, there is a ${moneyBackDays}-day money-back guarantee. Write to us within ${moneyBackDays} days of a payment and it goes back to your card in full.`,
      },
      {
        question: 'What does the multiplier do?',
        answer:
          'It raises what each view earns while you have the plan: 1.5x with Premium, 2x with Pro. Of all of it, 70% is yours. Views counted before or after are not touched.',
      },
      {
        question: 'Can I change between plans?',
        answer:
          'Yes. You see what is due or credited for the rest of the month before you say yes, and the new multiplier holds from that moment on.',
      },
      {
        question: 'What happens when my card is refused?',
        answer:
          'You are told by mail and your plan goes on for seven days while you pay with the same or another card.',
      },
    ],
  },
  toasts: {
    refused: (description: string): ToastContent => ({
      title: 'Payment Failed',
      description,
      variant: 'destructive',
    }),
    activated: {
      title: 'Subscription Activated',
      description: 'Welcome to premium! Your subscription is now active.',
    } satisfies ToastContent,
    failed: {
      title: 'Error',
      description: 'Failed to process subscription. Please try again.',
    } satisfies ToastContent,
    taken: {
      title: 'Payment received',
      description: 'Your plan begins as soon as the payment provider has confirmed it.',
    } satisfies ToastContent,
    paid: { title: 'Invoice paid', description: 'Thank you. Your plan goes on.' } satisfies ToastContent,
    changed: (name: string): ToastContent => ({
      title: 'Plan changed',
      description: `You are on the ${name} plan now.`,
    }),
    cancelled: (when: string): ToastContent => ({
      title: 'Subscription cancelled',
      description: `Your plan ends on ${when}.`,
    }),
    addressSaved: { title: 'Billing address saved' } satisfies ToastContent,
    resumed: {
      title: 'Subscription resumed',
      description: 'Your plan goes on as before.',
    } satisfies ToastContent,
  },
} as const
