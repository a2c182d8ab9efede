export const texts = {
  tryAgain: 'Please try again in a moment.',
  loading: 'Loading',
  cancel: 'Cancel',
  limits: {
    title: 'Payout limits',
    explain:
      'How much is sent in a day, by UTC. Payouts beyond it wait until the next day. Leave a field empty for no limit.',
    perDay: 'Everyone, per day',
    perRiderDay: 'One rider, per day',
    none: 'No limit',
    wrong: 'Enter an amount such as 2500, or leave it empty.',
    save: 'Save limits',
    saved: { title: 'Payout limits saved' },
    failed: "Couldn't save the limits",
    loadFailed: "Couldn't load the limits",
    sent: (amount: string) => `${amount} sent today.`,
    waiting: (count: number, amount: string) =>
      count === 1 ? `1 payout of ${amount} waits.` : `${count} payouts of ${amount} wait.`,
  },
} as const
