import type { TaxRows } from '#contract/money/accounting.ts'
import { necThresholdOf, type TaxForm } from '#contract/money/tax-forms.ts'
import { csvLine } from '#server/core/csv.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { micros, toDollars } from '#server/core/money.ts'
import { paidInYear } from './tax-store.ts'

/** The form a payee in this country may need. The country is that of their Stripe account. */
export const formOf = (country: string | null): TaxForm =>
  country === null ? 'unknown' : country === 'US' ? '1099-NEC' : '1042-S'

/**
 * Everyone paid in a year, with the form they may need: a 1099-NEC from the year's threshold on, a 1042-S for
 * any amount. Payments count before payout fees, on the day they were completed, in UTC. Deleted accounts have their
 * legal name and account at Stripe, which are kept for it.
 */
export async function taxRowsOf(db: Queryable, year: number): Promise<TaxRows> {
  const threshold = necThresholdOf(year)
  const rows = (await paidInYear(db, year)).map(row => {
    const paid = toDollars(micros(row.paid))
    const form = formOf(row.country)
    return {
      userId: row.id,
      name: row.name,
      email: row.email,
      legalName: row.legal_name,
      stripeAccount: row.account_id,
      country: row.country,
      paid,
      form,
      due: form === 'unknown' ? null : form === '1042-S' || paid >= threshold.dollars,
      tin: row.tin ?? ('unknown' as const),
    }
  })
  return { year, threshold: { amount: threshold.dollars, source: threshold.source }, rows }
}

const notes: Record<TaxForm, string> = {
  '1099-NEC': '',
  '1042-S': 'Nothing was withheld. Check treaty and source of the income',
  unknown: 'Country not known: ask for a W-9 or W-8BEN',
}

/** The same as CSV. It has no taxpayer numbers: Stripe has them, and this server doesn't read them. */
export async function* taxRowsCsv(db: Queryable, year: number): AsyncGenerator<string> {
  const { rows } = await taxRowsOf(db, year)
  yield 'Year (UTC),Person,Name,Email,Legal name,Stripe account,Country,Paid (USD),Form,Due,Taxpayer number,Note\r\n'
  for (const r of rows)
    yield csvLine([
      year,
      r.userId,
      r.name,
      r.email,
      r.legalName,
      r.stripeAccount,
      r.country,
      r.paid.toFixed(2),
      r.form,
      r.due === null ? 'unknown' : r.due ? 'yes' : 'no',
      r.tin,
      notes[r.form],
    ])
}
