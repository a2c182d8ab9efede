import { catalog } from '#server/platform/sentences.ts'

/** Why a report of earnings can't be made. */
export const sentences = catalog('earnings', {
  endsBeforeStart: 'The period ends before it starts. Choose a later end date.',
  twoYears: 'A report can cover up to two years.',
  milestoneLast: ({ amount }: { amount: string }) =>
    `Your videos have earned you ${amount} in all: the highest milestone there is.`,
  milestoneNext: ({ amount, next }: { amount: string; next: string }) =>
    `Your videos have earned you ${amount} in all. The next milestone is ${next}.`,
  milestoneTitle: ({ amount }: { amount: string }) => `You have earned ${amount}`,
  planReturnedMessage: ({ amount }: { amount: string }) =>
    `Views that were counted with this payment now earn what they would without the plan: ${amount} less. Nothing else changes. If that money has been paid out already, later earnings make up for it.`,
  planReturnedTitle: ({ plan, disputed }: { plan: string; disputed: boolean }) =>
    `Your ${plan} payment was ${disputed ? "taken back by your card's bank" : 'refunded'}`,
})
