import { moneyBackDays, payoutThresholdRange } from '#contract/money/constants.ts'
import type { AdminPayout, Payout } from '#contract/money/payouts.ts'
import type { Invoice } from '#contract/money/subscriptions.ts'
import type { Tone } from '../../ui/badge.tsx'

/** The threshold field's text as an amount with two decimals; null if it isn't saved. */
export function thresholdOf(text: string): string | null {
  const value = /^\s*\$?\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text.replace(/[$\s]/g, '')) : Number.NaN
  return value >= payoutThresholdRange.min && value <= payoutThresholdRange.max ? value.toFixed(2) : null
}

/** Changes by itself within moments: neither final nor waiting for someone. */
export const isGoing = ({ status, whoMustAct }: Payout): boolean =>
  status === 'processing' || status === 'unknown' || (status === 'pending' && whoMustAct === null)

/** completed and failed have a color; any other status is secondary. */
export const payoutTone = (status: Payout['status']): Tone =>
  status === 'completed' ? 'green' : status === 'failed' ? 'danger' : 'gray'

/** What staff may do with a payout now. */
export const decisionsOf = ({
  status,
  approval,
  method,
}: Pick<AdminPayout, 'status' | 'approval' | 'method'>): ('approve' | 'complete' | 'hold')[] => {
  if (status !== 'pending') return []
  const waits = approval === 'needed' || approval === 'held'
  return [
    ...(waits ? (['approve'] as const) : []),
    ...(!waits && method === 'manual' ? (['complete'] as const) : []),
    ...(approval === 'held' ? [] : (['hold'] as const)),
  ]
}

const dayMs = 24 * 3600_000

/** What staff can refund of an invoice: all of it within the money-back guarantee, later a part; null: nothing. */
export function refundable({ status, amount, refunded, paidAt }: Invoice, now: Date): 'all' | 'part' | null {
  if (status !== 'paid' || paidAt === null || refunded >= amount) return null
  return now.getTime() - Date.parse(paidAt) <= moneyBackDays * dayMs ? 'all' : 'part'
}
