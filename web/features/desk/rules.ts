import { centsOf } from '../accounting/rules.ts'

/** Dollars of the text in an optional amount field; null: empty, undefined: not an amount. */
export function amountOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const cents = centsOf(text.replaceAll(',', ''))
  return cents === null ? undefined : cents / 100
}
