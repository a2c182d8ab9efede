import { planFacts, type ViewCounter } from '#contract/money/constants.ts'
import type { Transaction } from '#contract/money/earnings.ts'
import type { PayoutMethod } from '#contract/money/payouts.ts'
import { platformNames } from '#contract/publishing/constants.ts'
import { sentences as explanations } from '#sentences/earnings.ts'
import { type Micros, micros, minus, toDollars } from '#server/core/money.ts'
import { type Language, type Sentence, type StoredText, textIn } from '#server/core/sentences.ts'
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
  counter: ViewCounter
  gross: string
  /** the plan's payment was lost in a dispute */
  disputed?: boolean
}
export interface PayoutFacts {
  fee: string
  method: PayoutMethod
  reason?: StoredText
  /** it was partly reversed */
  part?: boolean
}

const nameOf = new Map<string, string>(Object.entries(platformNames))
/**
 * Entries are kept forever, so one from a removed platform shows the name it was posted with; null when none
 * is known.
 */
export const platformName = (platform: string | null): string | null =>
  platform ? (nameOf.get(platform) ?? platform) : null
const planOf = (multiplier: number): string =>
  planFacts.find(p => p.multiplier === multiplier)?.name ?? 'Free'

/** What views earned. */
function viewsExplained(entry: ShownEntry): Sentence {
  const f = entry.facts as ViewFacts
  const returned = f.disputed ? 'disputed' : 'refunded'
  return explanations.earned({
    ...aboutViews(entry, micros(entry.creator_amount)),
    engaged: f.counter === 'engaged_views',
    rate: f.ratePerView,
    viral: f.viralMultiplier,
    plan: f.planMultiplier === 1 ? null : planOf(f.planMultiplier),
    multiplier: f.planMultiplier,
    gross: toDollars(micros(f.gross)),
    percent: f.creatorPercent,
    without: entry.type.endsWith('repriced') ? returned : null,
  })
}

const aboutViews = (entry: ShownEntry, amount: Micros) => ({
  views: Math.abs(entry.views),
  title: entry.title,
  platform: platformName(entry.platform),
  amount: toDollars(amount),
})

function payoutExplained(entry: ShownEntry): Sentence {
  const { fee: kept, method } = entry.facts as PayoutFacts
  const total = minus(micros(entry.creator_amount))
  const fee = micros(kept)
  const amount = toDollars(total)
  const byStripe = method === 'stripe'
  if (fee === 0n)
    return byStripe ? explanations.paidByStripe({ amount }) : explanations.paidByBank({ amount })
  const less = { amount, net: toDollars(micros(total - fee)), fee: toDollars(fee) }
  return byStripe ? explanations.paidByStripeLessFee(less) : explanations.paidByBankLessFee(less)
}

/** One sentence that explains an amount, in a language. */
export function explain(entry: ShownEntry, language: Language): string {
  const amount = micros(entry.creator_amount)
  switch (entry.type) {
    case 'view_revenue':
    case 'premium_view_revenue':
    case 'view_repriced':
    case 'premium_view_repriced':
      return viewsExplained(entry).in(language)
    case 'view_correction':
    case 'premium_view_correction':
      return explanations.corrected(aboutViews(entry, minus(amount))).in(language)
    case 'premium_view_refunded': {
      const { planMultiplier: multiplier, disputed } = entry.facts as ViewFacts
      return explanations
        .planReturned({
          ...aboutViews(entry, minus(amount)),
          plan: planOf(multiplier),
          multiplier,
          disputed: disputed === true,
        })
        .in(language)
    }
    case 'payout':
      return payoutExplained(entry).in(language)
    default: {
      const { reason, part } = entry.facts as PayoutFacts
      if (part) return explanations.partCameBack({ amount: toDollars(amount) }).in(language)
      const why = reason ? (textIn(reason, language)?.replace(/\.$/, '') ?? null) : null
      return explanations.payoutCameBack({ amount: toDollars(amount), reason: why }).in(language)
    }
  }
}

/** An entry in the contract's format. */
export function presentTransaction(entry: ShownEntry, language: Language): Transaction {
  return {
    id: String(entry.id),
    type: entry.type as Transaction['type'],
    description: explain(entry, language),
    createdAt: entry.occurred_at.toISOString(),
    creatorShare: toDollars(micros(entry.creator_amount)),
    videoId: entry.video_id,
    platform: entry.platform,
  }
}
