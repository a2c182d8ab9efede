export const texts = {
  tryAgain: 'Please try again in a moment.',
  loading: 'Loading',
  cancel: 'Cancel',
  negative: {
    title: 'Balances below zero',
    failed: "Couldn't load the balances",
    none: 'No rider owes us money',
    last: (day: string) => `Last movement ${day}`,
    waiting: (amount: string) => `A payout of ${amount} waits.`,
    deleted: 'Account deleted',
    write_off: 'Write off',
    set_off: 'Set off',
    ask: {
      write_off: (amount: string) => `Write off ${amount}?`,
      set_off: (amount: string) => `Keep ${amount} from the waiting payout?`,
    },
    explain: {
      write_off:
        'The balance goes to zero and the rider owes us nothing. Later earnings usually make up for a balance below zero, so write it off only if there will be none.',
      set_off:
        'The waiting payout is made smaller by what the deleted account owes us. The rest waits for approval.',
    },
    reason: 'Reason',
    done: {
      write_off: { title: 'Balance written off' },
      set_off: { title: 'Balance set off' },
    },
    decideFailed: "Couldn't change the balance",
  },
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
