import type { TrialBalance } from '#contract/money/accounting.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { exactDollars, micros, plus, zero } from '#server/core/money.ts'
import type { Language } from '#server/core/sentences.ts'
import { chartOf } from './chart.ts'
import { spanOf } from './rules.ts'
import { balancesBefore, movedIn } from './store.ts'

/**
 * Opening balance, movements and closing balance of every account. @param period days in UTC, both included
 */
export async function trialBalanceOf(
  db: Queryable,
  period: { from: string; to: string },
  language: Language = 'en',
): Promise<TrialBalance> {
  const span = spanOf(period)
  const [opening, moved] = [await balancesBefore(db, span.start), await movedIn(db, span)]
  const moves = new Map(moved.map(m => [m.kind, m]))
  const rows = [...opening]
    .map(([kind, before]) => {
      const { debits, credits } = moves.get(kind) ?? { debits: zero, credits: zero }
      return { kind, opening: before, debits, credits, closing: micros(before + credits - debits) }
    })
    .sort((a, b) => chartOf(a.kind).code.localeCompare(chartOf(b.kind).code))
  const asText = (row: Omit<(typeof rows)[number], 'kind'>) => ({
    opening: exactDollars(row.opening),
    debits: exactDollars(row.debits),
    credits: exactDollars(row.credits),
    closing: exactDollars(row.closing),
  })
  return {
    ...period,
    accounts: rows.map(row => ({
      account: row.kind,
      name: chartOf(row.kind).name.in(language),
      ...asText(row),
    })),
    total: asText({
      opening: plus(...rows.map(r => r.opening)),
      debits: plus(...rows.map(r => r.debits)),
      credits: plus(...rows.map(r => r.credits)),
      closing: plus(...rows.map(r => r.closing)),
    }),
  }
}
