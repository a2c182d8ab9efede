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
    between: (first: string, last: string) => `freed from ${first} to ${last}`,
    of: (pending: string, threshold: string) => `${pending} of ${threshold}`,
    request: 'Request Payout',
    requesting: 'Requesting...',
    next: 'Next payout',
    fee: (amount: string, fee: string, net: string) => `${amount} less a fee of ${fee}: ${net} arrives.`,
    destination: 'Add bank account',
    failed: 'Your balance could not be loaded',
  },
  history: {
    title: 'Payout history',
    failed: 'Your payouts could not be loaded',
    loading: 'Loading your payouts',
    empty: 'No payouts yet',
    emptyText: 'Once your balance has reached your threshold, request one or wait for the next date.',
    net: (net: string, fee: string) => `${net} after a fee of ${fee}`,
    who: {
      creator: 'You have to act',
      staff: 'Staff have to act',
      platform: 'We are on it',
    } satisfies Record<NonNullable<Payout['whoMustAct']>, string>,
  },
  statuses: {
    pending: 'Pending',
    processing: 'Processing',
    unknown: 'Being looked up',
    completed: 'Completed',
    failed: 'Failed',
  } satisfies Record<PayoutStatus, string>,
  methods: { stripe: 'Stripe', manual: 'Bank transfer' } satisfies Record<Payout['method'], string>,
  settings: {
    when: 'When you are paid',
    threshold: 'Payout Threshold',
    hint: payoutThresholdHint,
    frequency: 'Payout Frequency',
    frequencies: { weekly: 'Weekly', monthly: 'Monthly', quarterly: 'Quarterly' },
    where: 'Where your money goes',
    ready: 'Your account at Stripe is ready to be paid.',
    manual: "Payouts are sent by bank transfer. We'll email you for your account details.",
    country: 'Country of your bank account',
    converted: (currency: string) => `Stripe converts your dollars: ${currency} arrives in your account.`,
    moved: 'Change country',
    setUp: 'Set up payouts',
    change: 'Change the account',
    opening: 'Opening Stripe...',
    again: 'That page of Stripe had expired. Open it again to go on.',
    checking: 'Waiting for Stripe to confirm your account.',
    hosted: 'You type your bank account into a page of Stripe’s, never into ours.',
    share: 'Revenue share',
    creator: 'You',
    platform: 'Platform',
    shareText:
      'Of every dollar that your views earn, 70 cents are yours and 30 cents run the platform. A paid plan raises what a view earns; the share stays the same.',
    failed: 'Your settings could not be loaded',
    linkFailed: 'Stripe could not be opened',
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
    holdText: 'The money stays in the payout and is not sent. The creator reads the reason.',
    holdReason: 'Reason',
    holdHint: 'Shown to the creator as it is.',
    completeTitle: 'Was it sent?',
    completeText: 'Write down what the bank gave you. This cannot be undone.',
    reference: 'Bank’s reference',
    tooShort: 'At least three characters.',
    cancel: 'Cancel',
    awaitingFunds: 'Waits for money on the Stripe balance.',
    sent: (reference: string) => `Reference ${reference}`,
    evidence: {
      title: 'Evidence',
      failed: 'The evidence could not be loaded',
      since: (date: string) => `Account since ${date}.`,
      first: 'Never paid before.',
      before: (count: number, amount: string) =>
        count === 1 ? `Paid once before, ${amount}.` : `Paid ${count} times before, ${amount} in all.`,
      held: (count: number) =>
        count === 0
          ? 'No counts are on hold.'
          : count === 1
            ? 'Counts of one post are on hold.'
            : `Counts of ${count} posts are on hold.`,
      none: 'No views are counted.',
      columns: { video: 'Video', views: 'Views', likes: 'Likes', share: 'Likes per view' },
      onHold: 'on hold',
    },
    approvals: {
      not_needed: null,
      // Its reason says so.
      needed: null,
      approved: 'Approved',
      held: 'Held',
    } satisfies Record<AdminPayout['approval'], string | null>,
    approved: { title: 'Payout approved' } satisfies ToastContent,
    held: { title: 'Payout held' } satisfies ToastContent,
    completed: { title: 'Payout completed' } satisfies ToastContent,
    failed: 'The payout could not be changed',
    tryAgain: 'Please try again.',
  },
  refunds: {
    title: 'Invoices',
    none: 'Never had a paid plan',
    failed: 'The invoices could not be loaded',
    refund: 'Refund',
    refunded: (amount: string) => `${amount} refunded`,
    ask: (amount: string) => `Pay ${amount} back?`,
    text: 'The whole invoice goes back to the card, and its plan ends now.',
    reason: 'Reason',
    done: { title: 'Invoice refunded' } satisfies ToastContent,
    refundFailed: 'The invoice could not be refunded',
    over: 'The 30 days are over',
  },
} as const
