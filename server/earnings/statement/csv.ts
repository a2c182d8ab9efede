import { sentences as texts } from '#sentences/statement.ts'
import { csvLine } from '#server/core/csv.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { exactDollars, type Micros, micros, minus } from '#server/core/money.ts'
import type { Language, Sentence } from '#server/core/sentences.ts'
import { explain } from '../explain.ts'
import { shownBetween } from '../store.ts'
import type { Statement } from './statement.ts'

const amountLine = (fields: (string | number | null)[], amount: Micros) =>
  csvLine(fields, [exactDollars(amount)])

/**
 * The month as CSV (RFC 4180): every movement, then the totals. Amounts are exact, in dollars with six
 * decimals; the movements add up to the totals, which match the ledger. Dates are UTC, in ISO 8601.
 * Descriptions are in the reader's language; what programs read stays the same.
 */
export async function* statementCsv(
  db: Queryable,
  userId: string,
  s: Statement,
  language: Language,
): AsyncGenerator<string> {
  yield csvLine(['id', 'date', 'type', 'description', 'views', 'amount'])
  for await (const entry of shownBetween(db, userId, s.from, s.to))
    yield amountLine(
      [
        entry.id,
        entry.occurred_at.toISOString(),
        entry.type.replaceAll('_', ' '),
        explain(entry, language),
        entry.views,
      ],
      micros(entry.creator_amount),
    )
  const total = (label: Sentence, amount: Micros, views: number | null = null) =>
    amountLine([null, s.month, 'total', label.in(language), views], amount)
  yield total(texts.opening, s.opening)
  yield total(texts.earnedTotal, s.earnings, s.views)
  yield total(texts.payouts, minus(s.payouts))
  yield total(texts.closing, s.closing)
}
