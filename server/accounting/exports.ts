import { csvLine } from '#server/core/csv.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { exactDollars, micros } from '#server/core/money.ts'
import { chartOf } from './chart.ts'
import { addMoves, centsAsText, journalOf, partsOf, spanOf } from './rules.ts'
import { balancesBefore, everyLine, movedIn } from './store.ts'
import { trialBalanceOf } from './trial-balance.ts'

interface Period {
  from: string
  to: string
}

/**
 * Every line of the ledger. Times are UTC; amounts are dollars with six decimals, in either debit or credit.
 */
export async function* ledgerCsv(db: Queryable, period: Period): AsyncGenerator<string> {
  yield csvLine([
    'Entry',
    'Time (UTC)',
    'Type',
    'Event',
    'Account code',
    'Account',
    'Person',
    'Reverses',
    'Corrects month',
    'Reason',
    'Debit (USD)',
    'Credit (USD)',
  ])
  for await (const line of everyLine(db, spanOf(period))) {
    const { code, name } = chartOf(line.account)
    const amount = micros(line.amount)
    yield csvLine(
      [
        line.id,
        line.at.toISOString(),
        line.type,
        line.source_event,
        code,
        String(name),
        line.user_id,
        line.reverses,
        line.month,
        line.reason,
      ],
      amount < 0n ? [exactDollars(micros(-amount)), ''] : ['', exactDollars(amount)],
    )
  }
}

/** The trial balance as CSV. */
export async function* trialBalanceCsv(db: Queryable, period: Period): AsyncGenerator<string> {
  const { accounts, total } = await trialBalanceOf(db, period)
  yield csvLine([
    'Account code',
    'Account',
    'Opening (USD)',
    'Debits (USD)',
    'Credits (USD)',
    'Closing (USD)',
  ])
  for (const a of accounts)
    yield csvLine([chartOf(a.account).code, a.name], [a.opening, a.debits, a.credits, a.closing])
  yield csvLine(['', 'Total'], [total.opening, total.debits, total.credits, total.closing])
}

interface Journal {
  number: string
  /** its last day */
  day: string
  lines: { account: string; cents: bigint }[]
}

/**
 * The totals of each day or month in cents; every journal balances, and together they give the rounded trial
 * balance.
 */
async function* journals(db: Queryable, period: Period, by: 'day' | 'month'): AsyncGenerator<Journal> {
  let before = await balancesBefore(db, spanOf(period).start)
  for (const part of partsOf(period, by)) {
    const moved = await movedIn(db, spanOf(part))
    const after = addMoves(before, new Map(moved.map(m => [m.kind, micros(m.credits - m.debits)])))
    const lines = journalOf(before, after).sort((a, b) =>
      chartOf(a.account).code.localeCompare(chartOf(b.account).code),
    )
    if (lines.length) yield { number: `TC-${part.to}`, day: part.to, lines }
    before = after
  }
}

/**
 * Journals in QuickBooks Online's import format
 * (https://quickbooks.intuit.com/learn-support/en-us/help-article/import-export-files/import-journal-entries-quickbooks-online/L4tQBwbs7_US_en_US).
 */
async function* quickBooks(list: AsyncIterable<Journal>): AsyncGenerator<string> {
  yield csvLine(['Journal No.', 'Journal Date', 'Account Name', 'Description', 'Debits', 'Credits'])
  for await (const { number, day, lines } of list) {
    const date = `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`
    for (const { account, cents } of lines) {
      const amount = centsAsText(cents < 0n ? -cents : cents)
      const cells = [number, date, String(chartOf(account).name), `Trailcut, UTC days to ${day}`]
      yield csvLine(cells, cents < 0n ? [amount, ''] : ['', amount])
    }
  }
}

/** Journals in Xero's import format, debits positive (https://help.xero.com/nz/ManualJournalsImport). */
async function* xero(list: AsyncIterable<Journal>): AsyncGenerator<string> {
  yield csvLine(['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'])
  for await (const { number, day, lines } of list) {
    const date = `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`
    for (const { account, cents } of lines) {
      const { code, name } = chartOf(account)
      const cells = [`${number} Trailcut, UTC days to ${day}`, date, String(name), code, 'Tax Exempt']
      yield csvLine(cells, [centsAsText(-cents)])
    }
  }
}

/** The general ledger as journals for accounting software. */
export const journalCsv = (
  db: Queryable,
  period: Period,
  { format, by }: { format: 'quickbooks' | 'xero'; by: 'day' | 'month' },
): AsyncGenerator<string> => {
  const list = journals(db, period, by)
  return format === 'xero' ? xero(list) : quickBooks(list)
}
