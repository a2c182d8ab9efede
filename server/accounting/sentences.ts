import { platformNames } from '#contract/publishing/constants.ts'

interface Told {
  type: string
  views: number
  platform: string | null
  facts: Record<string, unknown>
}

const names = new Map<string, string>(Object.entries(platformNames))
const grouped = new Intl.NumberFormat('en-US')

const views = ({ views: count, platform }: Told) =>
  `${grouped.format(Math.abs(count))} ${Math.abs(count) === 1 ? 'view' : 'views'} on ${platform ? (names.get(platform) ?? platform) : 'a platform'}`
const counted = (entry: Told) => `${views(entry)} counted.`
const takenBack = (entry: Told) => `${views(entry)} taken back: the platform corrected its count.`

const sentences: Record<string, (entry: Told) => string> = {
  views_batch: () => 'Views came in.',
  view_revenue: counted,
  premium_view_revenue: counted,
  view_correction: takenBack,
  premium_view_correction: takenBack,
  release: () => 'Earnings left their hold period.',
  payout: () => 'A payout was started.',
  payout_completed: () => 'A payout was sent.',
  payout_returned: ({ facts }) =>
    `A payout went back into the balance${facts.reason ? `: ${String(facts.reason)}` : ''}.`,
  payout_uncompleted: () => 'A payout that was sent came back.',
  subscription_payment: () => 'A plan was paid by card.',
  subscription_refund: () => 'A plan was paid back to the card.',
  card_fee: () => 'Stripe kept its fee of a card payment.',
  accounts_opened: () => 'The accounts of before were brought to where the money was.',
  charge_settled: () => "A card payment arrived at Stripe, less Stripe's fee.",
  refund_settled: () => 'A refund left the Stripe balance.',
  refund_failed: () => 'A refund did not reach its card and came back.',
  transfer_settled: () => 'A payout left the Stripe balance.',
  transfer_returned: () => 'A payout came back to the Stripe balance.',
  bank_movement: () => 'Money moved between the bank and Stripe.',
  stripe_adjustment: () => 'Stripe adjusted the balance.',
  dispute_withdrawn: () => 'A bank took a disputed payment back for now.',
  dispute_fee: () => 'Stripe kept its fee of a dispute.',
  dispute_reinstated: () => 'A disputed payment came back.',
  dispute_lost: () => 'A dispute was lost.',
  revenue_recognized: ({ facts }) => `What plans were paid for ${String(facts.day)} became income.`,
  correction: ({ facts }) => `Correction of ${String(facts.month)}: ${String(facts.reason)}`,
}

/** An entry as a sentence. A type without its own sentence is shown by its name. */
export function sentenceOf(entry: Told): string {
  const words = sentences[entry.type]
  if (words) return words(entry).replace(/\.\.$/, '.')
  const name = entry.type.replaceAll('_', ' ')
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}.`
}
