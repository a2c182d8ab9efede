import { planFacts } from '#contract/money/constants.ts'
import type { Transaction } from '#contract/money/earnings.ts'
import type { PayoutMethod } from '#contract/money/payouts.ts'
import { platformNames } from '#contract/publishing/constants.ts'
import { inWords, micros, minus, toDollars } from '#server/platform/money.ts'
import type { TermFacts } from './policy.ts'

/** A ledger entry shown to creators. */
export interface ShownEntry {
  id: number
  type: string
  user_id: string | null
  video_id: string | null
  platform: string | null
  creator_amount: number
  views: number
  facts: unknown
  occurred_at: Date
  /** the video's title; null when it is deleted */
  title: string | null
}

interface ViewFacts extends TermFacts {
  gross: string
  /** the plan's payment was lost in a dispute */
  disputed?: boolean
}
export interface PayoutFacts {
  fee: string
  method: PayoutMethod
  reason?: string
  /** it was partly reversed */
  part?: boolean
}

const nameOf = new Map<string, string>(Object.entries(platformNames))
/** Entries are kept forever, so one from a removed platform shows the name it was posted with. */
export const platformName = (platform: string | null): string =>
  platform ? (nameOf.get(platform) ?? platform) : 'the platform'
// Created once, because toLocaleString creates one per number.
const grouped = new Intl.NumberFormat('en-US')
const counted = (views: number): string =>
  `${grouped.format(Math.abs(views))} ${Math.abs(views) === 1 ? 'view' : 'views'}`
const planOf = (multiplier: number): string =>
  planFacts.find(p => p.multiplier === multiplier)?.name ?? 'Free'

/** One sentence that explains an amount. */
export function explain(entry: ShownEntry): string {
  const amount = micros(entry.creator_amount)
  const video = entry.title === null ? 'a deleted video' : `“${entry.title}”`
  switch (entry.type) {
    case 'view_revenue':
    case 'premium_view_revenue':
    case 'view_repriced':
    case 'premium_view_repriced': {
      const f = entry.facts as ViewFacts
      const plan =
        f.planMultiplier === 1 ? '' : ` × ${f.planMultiplier} of the ${planOf(f.planMultiplier)} plan`
      return `${counted(entry.views)} of ${video} on ${platformName(entry.platform)} at $${f.ratePerView} × ${f.viralMultiplier} for viral potential${plan} came to ${inWords(micros(f.gross))}, of which your ${f.creatorPercent}% is ${inWords(amount)}${entry.type.endsWith('repriced') ? `, without the plan ${f.disputed ? "whose payment your card's bank took back" : 'that was refunded'}` : ''}.`
    }
    case 'view_correction':
    case 'premium_view_correction':
      return `${platformName(entry.platform)} corrected its count for ${video}, so ${inWords(minus(amount))} for ${counted(entry.views)} was taken back; views that still count are listed anew.`
    case 'premium_view_refunded': {
      const f = entry.facts as ViewFacts
      return `Your payment for the ${planOf(f.planMultiplier)} plan was ${f.disputed ? "taken back by your card's bank" : 'refunded'}, so ${inWords(minus(amount))} for ${counted(entry.views)} of ${video} on ${platformName(entry.platform)} at its ${f.planMultiplier}x was taken back. The same views are listed again at what they earn without it.`
    }
    case 'payout': {
      const f = entry.facts as PayoutFacts
      const total = minus(amount)
      const fee = micros(f.fee)
      return `Payout of ${inWords(total)} by ${f.method === 'stripe' ? 'Stripe' : 'bank transfer'}${fee === 0n ? ' without a fee' : `, ${inWords(micros(total - fee))} after a fee of ${inWords(fee)}`}.`
    }
    default: {
      const { reason, part } = entry.facts as PayoutFacts
      if (part) return `${inWords(amount)} of a payout came back and is in your balance again.`
      return `A payout of ${inWords(amount)} did not go through${reason ? ` (${reason.replace(/\.$/, '')})` : ''}, so the money is back in your balance.`
    }
  }
}

/** An entry in the contract's format. */
export function presentTransaction(entry: ShownEntry): Transaction {
  return {
    id: String(entry.id),
    type: entry.type as Transaction['type'],
    description: explain(entry),
    createdAt: entry.occurred_at.toISOString(),
    creatorShare: toDollars(micros(entry.creator_amount)),
    videoId: entry.video_id,
    platform: entry.platform,
  }
}
