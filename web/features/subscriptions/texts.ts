import { moneyBackDays } from '#contract/money/constants.ts'
import type { Invoice } from '#contract/money/subscriptions.ts'
import { formatViews } from '../../lib/format.ts'
import type { ToastContent } from '../../lib/toast.ts'

export const texts = {
  title: 'Premium',
  lead: 'A plan raises what every view earns you, starting the moment you subscribe.',
  signedOut: {
    title: 'Sign In Required',
    text: 'Sign in to choose a plan.',
    button: 'Sign In',
  },
  plansFailed: "Couldn't load the plans",
  notSetUp: "Plans aren't available right now",
  notSetUpText: "Payments aren't set up on this server.",
  plans: 'Plans',
  forever: 'forever',
  perMonth: 'per month',
  perMonthBeforeTax: 'per month plus tax',
  current: 'Current Plan',
  paused: 'Paused',
  breakEven: (views: number) => `Pays for itself at ${formatViews(views)} a month at the base rate.`,
  upgrade: (name: string) => `Upgrade to ${name}`,
  change: (name: string) => `Change to ${name}`,
  included: 'Always yours',
  standing: {
    title: 'Your plan',
    active: (name: string, multiplier: number, when: string) =>
      `${name}: every view earns ${multiplier}x. It renews on ${when}.`,
    ending: (name: string, when: string) => `${name} ends on ${when}. Until then, nothing changes.`,
    pastDue: "Your last payment didn't go through",
    grace: (when: string) =>
      `Your plan stays active until ${when}. Pay with this card or another one to keep it.`,
    graceOver: 'Your plan is paused until the open invoice is paid.',
    paused: (name: string) => `Your ${name} plan is paused`,
    pausedFor: {
      dispute:
        "Your card's bank is disputing your payment for this plan. Until that's settled, new views earn without the plan's multiplier and nothing is charged. If the payment stands, your plan continues on its own; if not, it ends.",
      refund:
        "Your payment for this plan was refunded, so new views earn without the plan's multiplier. It starts again with your next payment.",
      unpaid:
        "This month wasn't charged, because your payment was disputed when it began. New views earn without the plan's multiplier until your next payment.",
    },
    pay: 'Pay now',
    pending: (name: string) => `Confirm your change to ${name}`,
    pendingText: (when: string) =>
      `Your bank wants you to confirm the payment. You can do so until ${when}; until then, nothing changes.`,
    confirm: 'Confirm payment',
    keepPlan: (name: string) => `Keep ${name}`,
    cancel: 'Cancel subscription',
    resume: 'Resume subscription',
    sure: 'Cancel your subscription?',
    sureText: (when: string) =>
      `You keep it until ${when} and won't be charged again. You can resume it until then.`,
    keep: 'Keep it',
  },
  payment: {
    title: (name: string) => `Subscribe to ${name}`,
    payTitle: 'Pay the open invoice',
    price: (price: string) => `${price} per month`,
    beforeTax: (price: string) => `${price} per month plus tax`,
    note: `Billed today, then every month. Cancel anytime; ${moneyBackDays}-day money-back guarantee.`,
    payNote: "The invoice for your last renewal. Your plan continues as soon as it's paid.",
    loading: 'Loading the payment form',
    notLoaded: "Couldn't load the payment form",
    subscribe: 'Subscribe Now',
    subscribing: 'Processing...',
    pay: 'Pay Now',
    cancel: 'Cancel',
    secure: 'Your card details go straight to Stripe and never touch our servers.',
    noReason: "The payment didn't go through.",
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
    forPlan: 'We use it to work out the tax on your plan, starting with your next invoice.',
    save: 'Save address',
    notSaved: "Couldn't save your address",
  },
  changing: {
    title: (name: string) => `Change to ${name}`,
    today: 'What changes today',
    dueNow: 'Due today',
    credit: 'Credited on later invoices',
    next: (amount: string, when: string) => `Then ${amount} per month, next on ${when}.`,
    nextBeforeTax: (amount: string, when: string) =>
      `Then ${amount} per month plus tax where it applies, next on ${when}.`,
    failed: "Couldn't calculate the change",
    confirm: (name: string) => `Change to ${name}`,
    busy: 'Changing...',
    cancel: 'Cancel',
  },
  card: {
    title: 'Card and invoices',
    text: 'Stripe keeps your card and sends your receipts. You change the card and find every invoice on its pages.',
    none: 'Once you have a plan, you can change your card and find your invoices and receipts here.',
    change: 'Change card',
    invoices: 'Invoices and receipts',
    failed: "Couldn't open the billing page",
    tryAgain: 'Please try again.',
  },
  invoices: {
    open: 'View',
    label: (when: string) => `Invoice from ${when}`,
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
    more: 'Still have a question?',
    contact: 'Contact us',
    items: [
      {
        question: 'Can I cancel anytime?',
        answer:
          'Yes, you can cancel your subscription at any time on this page. You keep your plan until the end of the period you paid for.',
      },
      {
        question: 'Is there a money-back guarantee?',
        answer: `Yes, there is a ${moneyBackDays}-day money-back guarantee. Contact us within ${moneyBackDays} days of a payment and we'll refund it to your card in full.`,
      },
      {
        question: 'What does the multiplier do?',
        answer:
          "It raises what each view earns while you have the plan: 1.5x with Premium, 2x with Pro. You get 70% of the total. Views counted before or after aren't affected.",
      },
      {
        question: 'Can I switch plans?',
        answer:
          "Yes. Before you confirm, you see what's due or credited for the rest of the month. The new multiplier applies right away.",
      },
      {
        question: 'What happens if my card is declined?',
        answer:
          "We'll email you, and your plan stays active for seven days while you pay with the same card or another one.",
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
      description: 'Your plan starts as soon as the payment is confirmed.',
    } satisfies ToastContent,
    paid: { title: 'Invoice paid', description: 'Thank you. Your plan continues.' } satisfies ToastContent,
    changed: (name: string): ToastContent => ({
      title: 'Plan changed',
      description: `You're now on the ${name} plan.`,
    }),
    kept: (name: string): ToastContent => ({
      title: 'Plan not changed',
      description: `You're still on the ${name} plan, and nothing was charged.`,
    }),
    cancelled: (when: string): ToastContent => ({
      title: 'Subscription canceled',
      description: `Your plan ends on ${when}.`,
    }),
    addressSaved: { title: 'Billing address saved' } satisfies ToastContent,
    resumed: {
      title: 'Subscription resumed',
      description: 'Your plan continues as before.',
    } satisfies ToastContent,
  },
} as const
