import { fromCents, type Micros, micros, smaller, zero } from '#server/platform/money.ts'

/** A line of an invoice: what it costs without tax and discounts, and the time that it is for. */
export interface InvoiceLine {
  cents: number
  from: Date
  to: Date
}

/** A paid invoice. */
export interface PaidInvoice {
  invoiceId: string
  subscriptionId: string | null
  userId: string
  /** what the card paid, tax included */
  paidCents: number
  taxCents: number
  lines: readonly InvoiceLine[]
}

/** A part of what was paid, with the days that it is for: 'YYYY-MM-DD' in UTC, the end excluded. */
export interface Portion {
  amount: Micros
  /** null: a credit that a later invoice uses; it is for no days */
  days: { from: string; to: string } | null
}

const dayMs = 86_400_000
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
const dayAfter = (at: Date): string => dayOf(new Date(at.getTime() + dayMs))

/** The days of a time, one at least. */
function daysOf({ from, to }: InvoiceLine): { from: string; to: string } {
  const [first, end] = [dayOf(from), dayOf(to)]
  return { from: first, to: end > first ? end : dayAfter(from) }
}

/**
 * What an invoice's payment is for. A change to a cheaper plan pays nothing and leaves a credit; an invoice that uses
 * it has it as a portion below zero. So the portions add up to what was paid, less tax.
 */
export function portionsOf({ paidCents, taxCents, lines }: PaidInvoice): Portion[] {
  const credit = paidCents - taxCents - lines.reduce((sum, line) => sum + line.cents, 0)
  return [
    ...lines.map(line => ({ amount: fromCents(line.cents), days: daysOf(line) })),
    { amount: fromCents(credit), days: null },
  ].filter(portion => portion.amount !== 0n)
}

/**
 * The tax in a refund. It brings the tax of all refunds together to their share, rounded once: however a refund is
 * divided, a whole invoice gives back exactly its tax.
 * @param before cents that went back before this refund and stayed away, and the tax among them
 */
export function taxOfRefund(
  { paidCents, taxCents }: Pick<PaidInvoice, 'paidCents' | 'taxCents'>,
  before: { cents: number; taxCents: number },
  cents: number,
): number {
  if (taxCents <= 0) return 0
  const together = Math.round((Math.min(taxCents, paidCents) * (before.cents + cents)) / paidCents)
  // After one that failed the rest may hold a cent more than its share.
  return Math.max(0, Math.min(cents, together - before.taxCents))
}

/**
 * Takes a refund out of what is not recognized yet, as far as that goes.
 * @param owed what is left of the invoice's portions, in order
 * @returns what each of them gives; the rest of the refund comes out of income
 */
export function takeFrom(owed: readonly Micros[], refund: Micros): Micros[] {
  let left = smaller(refund, micros(owed.reduce<bigint>((sum, one) => sum + one, 0n)))
  return owed.map(one => {
    const given = one > 0n && left > 0n ? smaller(one, left) : zero
    left = micros(left - given)
    return given
  })
}
