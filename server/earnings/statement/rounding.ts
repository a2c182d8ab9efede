import { type Micros, micros, microsPerCent, nearestCents, zero } from '#server/platform/money.ts'

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
 * @param owed what each amount has lost to rounding elsewhere: the larger, the sooner it gets a cent
 * @returns cents, in the given order
 */
export function centsAddingUpTo(
  total: bigint,
  amounts: readonly Micros[],
  owed: readonly Micros[] = [],
): bigint[] {
  const cents = amounts.map(floorCents)
  let missing = total - cents.reduce((sum, one) => sum + one, 0n)
  const claims = amounts
    .map((amount, index) => {
      const rest = amount - (cents[index] as bigint) * microsPerCent
      return { index, rest, claim: rest + (owed[index] ?? 0n) }
    })
    .filter(({ rest }) => rest > 0n)
    .sort((a, b) => (a.claim === b.claim ? a.index - b.index : a.claim < b.claim ? 1 : -1))
  for (const { index } of claims) {
    if (missing <= 0n) break
    cents[index] = (cents[index] as bigint) + 1n
    missing -= 1n
  }
  return cents
}

/**
 * Rounds a table to cents so that the shown columns and rows add up. Columns are within a cent of their exact
 * sums; a row's total is the sum of its shown cells.
 * @param total of the whole table, in cents
 * @param rows amounts by row, then by column, all rows with the same length
 */
export function tableInCents(
  total: bigint,
  rows: readonly (readonly Micros[])[],
): { cells: bigint[][]; columns: bigint[] } {
  const width = rows[0]?.length ?? 0
  const exact = Array.from({ length: width }, (_, column) =>
    micros(rows.reduce((sum, row) => sum + (row[column] ?? 0n), 0n)),
  )
  const columns = centsAddingUpTo(total, exact)
  const cells = rows.map(() => [] as bigint[])
  const owed: Micros[] = rows.map(() => zero)
  columns.forEach((sum, column) => {
    const amounts = rows.map(row => row[column] ?? zero)
    const shown = centsAddingUpTo(sum, amounts, owed)
    shown.forEach((cents, row) => {
      cells[row]?.push(cents)
      owed[row] = micros((owed[row] ?? 0n) + (amounts[row] ?? 0n) - cents * microsPerCent)
    })
  })
  return { cells, columns }
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
