import { formatMoney } from '../../lib/format.ts'

/** Cents of the text in an amount field; null unless it is an amount of at least so many, by default one. */
export function centsOf(text: string, least = 1): number | null {
  const [, whole, part = ''] = /^\s*\$?\s*(\d{1,7})(?:\.(\d{1,2}))?\s*$/.exec(text) ?? []
  if (whole === undefined) return null
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return cents >= least ? cents : null
}

/** The month before a day, as its first and last day, 'YYYY-MM-DD' in UTC. */
export function lastMonth(now: Date): { from: string; to: string } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { from: day(Date.UTC(year, month - 1, 1)), to: day(Date.UTC(year, month, 0)) }
}

const longestDays = 366
const dayMs = 86_400_000

/** Whether an export covers these days. */
export const isPeriod = (from: string, to: string): boolean => {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs
  return days >= 0 && days < longestDays
}

/** What the ledger's search field means: an id of Stripe, or part of a rider's name or address. */
export function searchOf(text: string): { stripeId?: string; rider?: string } {
  if (text === '') return {}
  return /^[a-z]{2,8}_[A-Za-z0-9_]{3,}$/.test(text) ? { stripeId: text } : { rider: text }
}

/** Exact dollars for a list: '$9.99', or with as many decimals as it needs: '$0.0035'. */
export function exactAmount(digits: string): string {
  const value = Number(digits)
  const decimals = digits.replace(/0+$/, '').split('.')[1]?.length ?? 0
  return decimals <= 2
    ? formatMoney(value)
    : `${value < 0 ? '-' : ''}$${Math.abs(value).toFixed(Math.max(2, decimals))}`
}
