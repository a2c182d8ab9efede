import { platformNames } from '#contract/publishing/constants.ts'
import { sentences as entries } from '#sentences/ledger.ts'
import { type Language, type Sentence, type StoredText, textIn } from '#server/core/sentences.ts'

interface Told {
  type: string
  views: number
  platform: string | null
  facts: Record<string, unknown>
}

const names = new Map<string, string>(Object.entries(platformNames))
const countedOf = ({ views, platform }: Told) => ({
  views: Math.abs(views),
  platform: platform && (names.get(platform) ?? platform),
})
const counted = (entry: Told) => entries.counted(countedOf(entry))
const takenBack = (entry: Told) => entries.takenBack(countedOf(entry))

const sentences: Record<string, (entry: Told, language: Language) => Sentence> = {
  views_batch: () => entries.viewsCame,
  release: () => entries.released,
  payout: () => entries.payoutStarted,
  payout_completed: () => entries.payoutSent,
  payout_uncompleted: () => entries.payoutUncompleted,
  subscription_payment: () => entries.planPaid,
  subscription_refund: () => entries.planRefunded,
  charge_settled: () => entries.chargeSettled,
  refund_settled: () => entries.refundSettled,
  refund_failed: () => entries.refundFailed,
  transfer_settled: () => entries.transferSettled,
  transfer_returned: () => entries.transferReturned,
  bank_movement: () => entries.bankMoved,
  stripe_adjustment: () => entries.stripeAdjusted,
  credit_moved: () => entries.creditMoved,
  credit_adjusted: () => entries.creditAdjusted,
  credit_taken_back: ({ facts }) => entries.creditTakenBack({ again: facts.again === true }),
  dispute_withdrawn: () => entries.disputeWithdrawn,
  dispute_fee: () => entries.disputeFee,
  dispute_reinstated: () => entries.disputeReinstated,
  dispute_lost: () => entries.disputeLost,
  view_revenue: counted,
  premium_view_revenue: counted,
  view_correction: takenBack,
  premium_view_correction: takenBack,
  payout_returned: ({ facts }, language) =>
    entries.payoutBack({ reason: facts.reason ? textIn(facts.reason as StoredText, language) : null }),
  balance_written_off: ({ facts }) => entries.writtenOff({ reason: String(facts.reason) }),
  revenue_recognized: ({ facts }) => entries.recognized({ day: String(facts.day) }),
  correction: ({ facts }) => entries.correction({ month: String(facts.month), reason: String(facts.reason) }),
}

/** A type as words: 'Bank movement' for 'bank_movement'. */
const nameOf = (type: string) => `${type.slice(0, 1).toUpperCase()}${type.slice(1).replaceAll('_', ' ')}`

/** An entry as a sentence in a language. A type without its own sentence is shown by its name. */
export function sentenceOf(entry: Told, language: Language): string {
  const write = sentences[entry.type]
  const sentence = write?.(entry, language) ?? entries.other({ name: nameOf(entry.type) })
  return sentence.in(language).replace(/\.\.$/, '.')
}
