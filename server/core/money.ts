/**
 * A whole number of millionths of a dollar. All amounts inside the server use it; decimals are only produced
 * at the edges.
 */
export type Micros = bigint & { readonly unit: 'micros' }

export const microsPerDollar = 1_000_000n
export const microsPerCent = 10_000n

export const micros = (value: bigint | number | string): Micros => BigInt(value) as Micros
export const zero = micros(0)
export const plus = (...amounts: Micros[]): Micros => micros(amounts.reduce<bigint>((a, b) => a + b, 0n))
export const minus = (amount: Micros): Micros => micros(-amount)
export const smaller = (a: Micros, b: Micros): Micros => (a < b ? a : b)
export const larger = (a: Micros, b: Micros): Micros => (a > b ? a : b)

/** @param cents a whole number of cents */
export const fromCents = (cents: number | bigint): Micros => micros(BigInt(cents) * microsPerCent)

/** Whole cents, rounded toward zero: what can be paid out of an amount. The rest stays in the balance. */
export const wholeCents = (amount: Micros): Micros => micros(amount - (amount % microsPerCent))

/** The nearest cent, halves away from zero. */
export function nearestCents(amount: Micros): bigint {
  const half = amount < 0n ? -microsPerCent / 2n : microsPerCent / 2n
  return (amount + half) / microsPerCent
}

/** Dollars for the API: a JSON number with at most two decimals. */
export const toDollars = (amount: Micros): number => Number(nearestCents(amount)) / 100

/** Exact dollars with six decimals: '-0.035000'. */
export function exactDollars(amount: Micros): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(7, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/**
 * Splits a gross amount of zero or more. The remainder goes to the platform, so nothing is lost.
 * @param creatorPercent the creator's share, a whole number from 0 to 100
 */
export function split(gross: Micros, creatorPercent: number): { creator: Micros; platform: Micros } {
  if (gross < 0n) throw new RangeError('Only what was earned is split; corrections take entries back')
  const creator = micros((gross * BigInt(creatorPercent)) / 100n)
  return { creator, platform: micros(gross - creator) }
}
