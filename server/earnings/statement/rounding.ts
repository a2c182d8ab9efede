import { type Micros, microsPerCent, nearestCents } from '#server/core/money.ts'

/** Whole cents, rounded down. */
function floorCents(amount: Micros): bigint {
  const cents = amount / microsPerCent
  return amount < 0n && amount % microsPerCent !== 0n ? cents - 1n : cents
}

/**
 * Rounds amounts to cents so that they add up to a total: each is rounded down, and the missing cents go to
 * those with the largest remainders (https://en.wikipedia.org/wiki/Quota_method). Amounts in whole cents
 * don't change.
 * @param total in cents, differing from the exact sum by at most one cent for each amount with a fraction of
 * a cent
 * @returns cents, in the given order
 */
export function centsAddingUpTo(total: bigint, amounts: readonly Micros[]): bigint[] {
  const cents = amounts.map(floorCents)
  let missing = total - cents.reduce((sum, one) => sum + one, 0n)
  const remainders = amounts
    .map((amount, index) => ({ index, rest: amount - (cents[index] as bigint) * microsPerCent }))
    .filter(({ rest }) => rest > 0n)
    .sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1))
  for (const { index } of remainders) {
    if (missing <= 0n) break
    cents[index] = (cents[index] as bigint) + 1n
    missing -= 1n
  }
  return cents
}

/**
 * A month's opening and closing balances, to the nearest cent, and the earnings in between so that they add
 * up.
 */
export function monthInCents(month: { opening: Micros; closing: Micros; payouts: Micros }) {
  const opening = nearestCents(month.opening)
  const closing = nearestCents(month.closing)
  const payouts = nearestCents(month.payouts)
  return { opening, closing, payouts, earnings: closing - opening + payouts }
}
