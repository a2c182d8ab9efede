import { fromCents, type Micros, micros, smaller, zero } from '#server/core/money.ts'

/** A line of an invoice: its amount without tax and discounts, and the time it covers. */
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
  /** what the card paid, including tax */
  paidCents: number
  taxCents: number
  lines: readonly InvoiceLine[]
}

/** A part of a payment with the days it covers: 'YYYY-MM-DD' in UTC, end excluded. */
export interface Portion {
  amount: Micros
  days: { from: string; to: string }
}

const dayMs = 86_400_000
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
const dayAfter = (at: Date): string => dayOf(new Date(at.getTime() + dayMs))

/** The days of a time span, at least one. */
function daysOf({ from, to }: InvoiceLine): { from: string; to: string } {
  const [first, end] = [dayOf(from), dayOf(to)]
  return { from: first, to: end > first ? end : dayAfter(from) }
}

/** What an invoice costs without tax. A change to a cheaper plan costs less than nothing. */
const netOf = ({ lines }: Pick<PaidInvoice, 'lines'>): number =>
  lines.reduce((sum, { cents }) => sum + cents, 0)

/** The part of an invoice that the rider's credit paid; below zero: what it left as credit. */
export const creditUsed = (invoice: Pick<PaidInvoice, 'lines' | 'taxCents' | 'paidCents'>): number =>
  netOf(invoice) + invoice.taxCents - invoice.paidCents

/** What an invoice covers. Its portions add up to its price without tax, no matter who paid it. */
export const portionsOf = ({ lines }: Pick<PaidInvoice, 'lines'>): Portion[] =>
  lines
    .map(line => ({ amount: fromCents(line.cents), days: daysOf(line) }))
    .filter(portion => portion.amount !== 0n)

/**
 * The tax in a refund. It brings the total tax of all refunds to their share, rounded once: however a refund
 * is divided, a whole invoice returns exactly its tax.
 * @param before cents of earlier refunds that were not returned, and the tax in them
 */
export function taxOfRefund(
  { paidCents, taxCents }: Pick<PaidInvoice, 'paidCents' | 'taxCents'>,
  before: { cents: number; taxCents: number },
  cents: number,
): number {
  if (taxCents <= 0) return 0
  const together = Math.round((Math.min(taxCents, paidCents) * (before.cents + cents)) / paidCents)
  // After a failed one, the rest may exceed its share by a cent.
  return Math.max(0, Math.min(cents, together - before.taxCents))
}

/**
 * Takes a refund from unrecognized revenue, as far as it goes.
 * @param owed what remains of the invoice's portions, in order
 * @returns the amount from each; the rest of the refund comes from income
 */
export function takeFrom(owed: readonly Micros[], refund: Micros): Micros[] {
  let left = smaller(refund, micros(owed.reduce<bigint>((sum, one) => sum + one, 0n)))
  return owed.map(one => {
    const given = one > 0n && left > 0n ? smaller(one, left) : zero
    left = micros(left - given)
    return given
  })
}
