import { type Micros, micros, microsPerCent, zero } from '#server/core/money.ts'

const dayMs = 86_400_000

/** The instants of days in UTC, end excluded. */
export interface Span {
  start: Date
  end: Date
}

/** @param period days in UTC, both included */
export const spanOf = ({ from, to }: { from: string; to: string }): Span => ({
  start: new Date(from),
  end: new Date(Date.parse(to) + dayMs),
})

/** The first and last day of a month. @param month 'YYYY-MM' */
export function daysOfMonth(month: string): { from: string; to: string } {
  const first = new Date(`${month}-01`)
  const end = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)
  return { from: `${month}-01`, to: new Date(end - dayMs).toISOString().slice(0, 10) }
}

/** @param month 'YYYY-MM' @returns the next one */
export const monthAfter = (month: string): string => {
  const first = new Date(`${month}-01`)
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)).toISOString().slice(0, 7)
}

/** The days or months of a period, each with its first and last day in the period. */
export function partsOf({ from, to }: { from: string; to: string }, by: 'day' | 'month') {
  const parts: { from: string; to: string }[] = []
  for (let at = from; at <= to; ) {
    const last = by === 'day' ? at : daysOfMonth(at.slice(0, 7)).to
    const end = last < to ? last : to
    parts.push({ from: at, to: end })
    at = new Date(Date.parse(end) + dayMs).toISOString().slice(0, 10)
  }
  return parts
}

/**
 * Balances in whole cents that sum to zero like the exact ones: each is rounded down, and the missing cents
 * go to those with the largest remainders, on ties to the first.
 * @param balances by account, summing to zero
 * @throws RangeError when they don't
 */
export function roundedBalances(balances: ReadonlyMap<string, Micros>): Map<string, bigint> {
  const total = [...balances.values()].reduce<bigint>((sum, one) => sum + one, 0n)
  if (total !== 0n) throw new RangeError(`The balances add up to ${total}, not to zero`)
  const parts = [...balances].map(([account, amount]) => {
    const rest = ((amount % microsPerCent) + microsPerCent) % microsPerCent
    return { account, rest, cents: (amount - rest) / microsPerCent }
  })
  let missing = -parts.reduce((sum, part) => sum + part.cents, 0n)
  const order = [...parts].sort((a, b) =>
    a.rest === b.rest ? a.account.localeCompare(b.account) : a.rest > b.rest ? -1 : 1,
  )
  for (const part of order) {
    if (missing <= 0n) break
    part.cents += 1n
    missing -= 1n
  }
  return new Map(parts.map(({ account, cents }) => [account, cents]))
}

/**
 * A journal's movements in cents: rounded balances after it minus those before, so that no cent is lost
 * between journals.
 */
export function journalOf(
  before: ReadonlyMap<string, Micros>,
  after: ReadonlyMap<string, Micros>,
): { account: string; cents: bigint }[] {
  const [from, to] = [roundedBalances(before), roundedBalances(after)]
  return [...new Set([...from.keys(), ...to.keys()])]
    .map(account => ({ account, cents: (to.get(account) ?? 0n) - (from.get(account) ?? 0n) }))
    .filter(({ cents }) => cents !== 0n)
}

/** Adds movements to balances. */
export function addMoves(
  balances: ReadonlyMap<string, Micros>,
  moves: ReadonlyMap<string, Micros>,
): Map<string, Micros> {
  const sums = new Map(balances)
  for (const [account, amount] of moves) sums.set(account, micros((sums.get(account) ?? zero) + amount))
  return sums
}

/** Cents as a decimal: '12.05', '-0.40'. */
export function centsAsText(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
