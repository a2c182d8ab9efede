import { catalog } from '#server/core/sentences.ts'

/** A day as in 2026-12-01: 'December 1'. */
const dayIn = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })

/** Why a report of earnings can't be made, and notifications of riders. Days are as in 2026-12-01. */
export const sentences = catalog('earnings', {
  budgetMessage: ({ day }: { day: string }) =>
    `Most of this month's budget for views is used. Once all of it is, your new views still count, but wait until ${dayIn(day)}: from then on they are added to your balance, the oldest first, at the price they had when they were first seen. Nothing is lost.`,
  budgetTitle: 'New views may have to wait soon',
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
