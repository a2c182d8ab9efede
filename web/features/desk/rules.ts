import type { IncomeMonth } from '#contract/money/income.ts'
import { centsOf } from '../accounting/rules.ts'

/** Dollars of the text in an optional amount field; null: empty, undefined: not an amount. @param least in cents */
export function amountOf(text: string, least = 1): number | null | undefined {
  if (text.trim() === '') return null
  const cents = centsOf(text.replaceAll(',', ''), least)
  return cents === null ? undefined : cents / 100
}

/** The month some months before another one. @param month 'YYYY-MM' */
const monthBefore = (month: string, back: number): string => {
  const [year, index] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, index - 1 - back, 1)).toISOString().slice(0, 7)
}

/** The newest months in UTC, newest first. */
export const newestMonths = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, back) => monthBefore(now.toISOString().slice(0, 7), back))

/** A month of all platforms. */
export interface IncomeBar {
  month: string
  /** riders' shares on platforms whose income is known */
  promise: number
  /** on those whose income isn't known, or not all of it */
  open: number
  /** what the former paid; null: none is known */
  income: number | null
}

const fewestBars = 6
const mostBars = 12

/** A bar for each month up to the newest one, oldest first. Sums are in whole cents, so that none is lost. */
export function incomeBars(rows: readonly IncomeMonth[]): IncomeBar[] {
  const months = rows.map(r => r.month).sort()
  const [oldest, newest] = [months[0], months.at(-1)]
  if (!oldest || !newest) return []
  const bars: IncomeBar[] = []
  for (let back = 0; back < mostBars; back++) {
    const month = monthBefore(newest, back)
    if (month < oldest && back >= fewestBars) break
    const own = rows.filter(r => r.month === month)
    const known = own.filter(r => r.difference !== null)
    const sum = (some: readonly IncomeMonth[], of: (r: IncomeMonth) => number) =>
      some.reduce((cents, r) => cents + Math.round(of(r) * 100), 0) / 100
    bars.unshift({
      month,
      promise: sum(known, r => r.promise),
      open: sum(
        own.filter(r => r.difference === null),
        r => r.promise,
      ),
      income: known.length > 0 ? sum(known, r => r.income?.amount ?? 0) : null,
    })
  }
  return bars
}
