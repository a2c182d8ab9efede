import { payoutThresholdHint } from '#contract/money/constants.ts'
import type { AdminPayout, Payout, PayoutStatus } from '#contract/money/payouts.ts'
import type { ToastContent } from '../../lib/toast.ts'

const failed = (description: string): ToastContent => ({ title: 'Error', description })

export const texts = {
  progress: {
    title: 'Payout Progress',
    bar: 'Progress toward your next payout',
    parts: {
      available: 'Available now',
      onHold: 'On hold',
      transit: 'On its way',
    },
    until: (day: string) => `until ${day}`,
    between: (first: string, last: string) => `released ${first} to ${last}`,
    of: (pending: string, threshold: string) => `${pending} of ${threshold}`,
    request: 'Request Payout',
    requesting: 'Requesting...',
    next: 'Next payout',
    fee: (amount: string, fee: string, net: string) => `${amount} minus a ${fee} fee: you get ${net}.`,
    destination: 'Add bank account',
    failed: "Couldn't load your balance",
  },
  history: {
    title: 'Payout history',
    failed: "Couldn't load your payouts",
    loading: 'Loading your payouts',
    empty: 'No payouts yet',
    emptyText: 'Once your balance reaches your threshold, request a payout or wait for the next date.',
    net: (net: string, fee: string) => `${net} after a ${fee} fee`,
    who: {
      creator: 'Action needed',
      staff: 'Waiting for our staff',
      platform: "We're on it",
    } satisfies Record<NonNullable<Payout['whoMustAct']>, string>,
  },
  statuses: {
    pending: 'Pending',
    processing: 'Processing',
    unknown: 'Checking with Stripe',
    completed: 'Completed',
    failed: 'Failed',
  } satisfies Record<PayoutStatus, string>,
  methods: { stripe: 'Stripe', manual: 'Bank transfer' } satisfies Record<Payout['method'], string>,
  settings: {
    when: 'When you get paid',
    threshold: 'Payout Threshold',
    hint: payoutThresholdHint,
    frequency: 'Payout Frequency',
    frequencies: { weekly: 'Weekly', monthly: 'Monthly', quarterly: 'Quarterly' },
    where: 'Where your money goes',
    ready: 'Your Stripe account is ready for payouts.',
    manual: "Payouts are sent by bank transfer. We'll email you for your account details.",
    country: 'Country of your bank account',
    converted: (currency: string) => `Stripe converts your dollars to ${currency}.`,
    moved: 'Change country',
    setUp: 'Set up payouts',
    change: 'Change account',
    opening: 'Opening Stripe...',
    again: 'That Stripe page expired. Open it again to continue.',
    checking: 'Waiting for Stripe to confirm your account.',
    hosted: "You enter your bank details on Stripe's page, never on ours.",
    share: 'Revenue share',
    creator: 'You',
    platform: 'Platform',
    shareText:
      'Of every dollar your views earn, you get 70 cents and 30 cents run the platform. A paid plan raises what each view earns; the split stays the same.',
    failed: "Couldn't load your settings",
    linkFailed: "Couldn't open Stripe",
  },
  toasts: {
    triggered: {
      title: 'Payout Triggered',
      description: 'Your payout has been scheduled for processing.',
    } satisfies ToastContent,
    triggerFailed: failed('Failed to trigger payout. Please try again.'),
    saved: {
      title: 'Preferences Updated',
      description: 'Your payout preferences have been saved.',
    } satisfies ToastContent,
    saveFailed: failed('Failed to update preferences. Please try again.'),
  },
  staff: {
    approve: 'Approve',
    hold: 'Hold',
    complete: 'Mark as sent',
    holdTitle: 'Hold this payout?',
    holdText: "The payout won't be sent until you approve it. The rider sees the reason.",
    holdReason: 'Reason',
    holdHint: 'Shown to the rider as written.',
    completeTitle: 'Mark this payout as sent?',
    completeText: "Enter the bank's reference. This can't be undone.",
    reference: 'Bank reference',
    tooShort: 'Enter at least three characters.',
    cancel: 'Cancel',
    awaitingFunds: 'Waiting for funds in the Stripe balance.',
    sent: (reference: string) => `Reference ${reference}`,
    evidence: {
      title: 'Evidence',
      failed: "Couldn't load the evidence",
      since: (date: string) => `Account since ${date}.`,
      first: 'Never paid before.',
      before: (count: number, amount: string) =>
        count === 1 ? `Paid once before, ${amount}.` : `Paid ${count} times before, ${amount} in total.`,
      held: (count: number) =>
        count === 0
          ? 'No counts are on hold.'
          : count === 1
            ? 'Counts of one post are on hold.'
            : `Counts of ${count} posts are on hold.`,
      none: 'No views counted.',
      columns: { video: 'Video', views: 'Views', likes: 'Likes', share: 'Likes per view' },
      onHold: 'on hold',
    },
    approvals: {
      not_needed: null,
      // The payout's reason covers it.
      needed: null,
      approved: 'Approved',
      held: 'Held',
    } satisfies Record<AdminPayout['approval'], string | null>,
    approved: { title: 'Payout approved' } satisfies ToastContent,
    held: { title: 'Payout held' } satisfies ToastContent,
    completed: { title: 'Payout completed' } satisfies ToastContent,
    failed: "Couldn't change the payout",
    tryAgain: 'Please try again.',
  },
  refunds: {
    title: 'Invoices',
    none: 'Never had a paid plan',
    failed: "Couldn't load the invoices",
    refund: 'Refund',
    refunded: (amount: string) => `${amount} refunded`,
    ask: (amount: string) => `Refund up to ${amount}`,
    text: 'Without an amount, everything is refunded to the card and the plan ends now. A part leaves the plan as it is.',
    part: 'Amount in dollars',
    wrongPart: (most: string) => `Enter an amount such as 2.50, at most ${most}.`,
    refundAll: 'Refund everything',
    refundPart: 'Refund this amount',
    reason: 'Reason',
    done: { title: 'Invoice refunded' } satisfies ToastContent,
    refundFailed: "Couldn't refund the invoice",
    over: 'The 30 days of the money-back guarantee are over: only a part can be refunded, and the plan stays as it is.',
  },
} as const
