import { catalog } from '#server/core/sentences.ts'

// Created once, because toLocaleString creates one per number.
const grouped = new Intl.NumberFormat('en-US')
const viewsOf = (count: number, kind = ''): string =>
  `${grouped.format(count)} ${kind}${count === 1 ? 'view' : 'views'}`
const videoOf = (title: string | null): string => (title === null ? 'a deleted video' : `“${title}”`)
const platformOf = (name: string | null): string => name ?? 'the platform'

// Types instead of interfaces, because only those fit a catalog's values.
type TakenBack = {
  views: number
  /** null: the video is deleted */
  title: string | null
  platform: string | null
  amount: string
}
/** What views at a price came to. */
type Earned = TakenBack & {
  /** counted by the platform's own measure, not by what it shows */
  engaged: boolean
  rate: string
  viral: number
  /** null: none multiplied it */
  plan: string | null
  multiplier: number
  gross: string
  percent: number
  /** the payment of the plan that it is counted without went back; null: all plans count */
  without: 'disputed' | 'refunded' | null
}

/** Why a rider's balance changed, a sentence for each ledger entry. Sums are in words, as in '$104.50'. */
export const explanations = catalog('earnings', {
  corrected: ({ views, title, platform, amount }: TakenBack) =>
    `${platformOf(platform)} corrected its count for ${videoOf(title)}, so ${amount} for ${viewsOf(views)} was taken back; views that still count are listed again.`,
  earned: ({
    views,
    engaged,
    title,
    platform,
    rate,
    viral,
    plan,
    multiplier,
    gross,
    percent,
    amount,
    without,
  }: Earned) =>
    `${viewsOf(views, engaged ? 'engaged ' : 'public ')} of ${videoOf(title)} on ${platformOf(platform)} at $${rate} × ${viral} for viral potential${plan ? ` × ${multiplier} of the ${plan} plan` : ''} came to ${gross}, of which your ${percent}% is ${amount}${without ? `, without the plan ${without === 'disputed' ? "whose payment your card's bank took back" : 'that was refunded'}` : ''}.`,
  paidByBank: ({ amount }: { amount: string }) => `Payout of ${amount} by bank transfer without a fee.`,
  paidByBankLessFee: ({ amount, net, fee }: { amount: string; net: string; fee: string }) =>
    `Payout of ${amount} by bank transfer, ${net} after a fee of ${fee}.`,
  paidByStripe: ({ amount }: { amount: string }) => `Payout of ${amount} by Stripe without a fee.`,
  paidByStripeLessFee: ({ amount, net, fee }: { amount: string; net: string; fee: string }) =>
    `Payout of ${amount} by Stripe, ${net} after a fee of ${fee}.`,
  partCameBack: ({ amount }: { amount: string }) =>
    `${amount} of a payout came back and is in your balance again.`,
  payoutCameBack: ({ amount, reason }: { amount: string; reason: string | null }) =>
    `A payout of ${amount} didn't go through${reason ? ` (${reason})` : ''}, so the money is back in your balance.`,
  planReturned: ({
    plan,
    disputed,
    amount,
    views,
    title,
    platform,
    multiplier,
  }: TakenBack & { plan: string; multiplier: number; disputed: boolean }) =>
    `Your payment for the ${plan} plan was ${disputed ? "taken back by your card's bank" : 'refunded'}, so ${amount} for ${viewsOf(views)} of ${videoOf(title)} on ${platformOf(platform)} at its ${multiplier}x was taken back. The same views are listed again at what they earn without it.`,
})
