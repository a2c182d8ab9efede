/** Cents of the text in an amount field; null unless it is an amount of at least one cent. */
export function centsOf(text: string): number | null {
  const [, whole, part = ''] = /^\s*\$?\s*(\d{1,7})(?:\.(\d{1,2}))?\s*$/.exec(text) ?? []
  if (whole === undefined) return null
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return cents > 0 ? cents : null
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
