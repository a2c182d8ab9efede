import { csvField } from '#server/audit/index.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { exactDollars, type Micros, micros, minus, plus } from '#server/platform/money.ts'
import { explain } from './explain.ts'
import { shownBetween, sumsBetween } from './store.ts'

/** A month of a creator's account. */
export interface Statement {
  /** 'YYYY-MM' in UTC */
  month: string
  from: Date
  /** not included */
  to: Date
  /** earned and not paid out, before the month and after it */
  opening: Micros
  closing: Micros
  earnings: Micros
  payouts: Micros
  views: number
}

const dayBefore = (date: Date) => new Date(date.getTime() - 24 * 3600_000).toISOString().slice(0, 10)

/** The month's totals, from the ledger's own sums. */
export async function statementOf(db: Queryable, userId: string, month: string): Promise<Statement> {
  const from = new Date(`${month}-01T00:00:00Z`)
  const to = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 1))
  const before = await sumsBetween(db, userId, '2000-01-01', dayBefore(from))
  const during = await sumsBetween(db, userId, `${month}-01`, dayBefore(to))
  const opening = plus(before.viewRevenue, before.premiumViewRevenue, minus(before.payouts))
  const earnings = plus(during.viewRevenue, during.premiumViewRevenue)
  const { payouts, views } = during
  return {
    month,
    from,
    to,
    opening,
    earnings,
    payouts,
    views,
    closing: plus(opening, earnings, minus(payouts)),
  }
}

const line = (fields: (string | number | null)[]) => `${fields.map(csvField).join(',')}\r\n`
/** Numbers go out as they are: an amount below zero is no formula. */
const amountLine = (fields: (string | number | null)[], amount: Micros) =>
  line([...fields, null]).replace(/\r\n$/, `${exactDollars(amount)}\r\n`)

/**
 * The month as CSV (RFC 4180): every movement, then the totals. Amounts are exact, in dollars with six decimals; the
 * movements add up to the totals, and these are the ledger's.
 */
export async function* statementCsv(db: Queryable, userId: string, s: Statement): AsyncGenerator<string> {
  yield line(['id', 'date', 'type', 'description', 'views', 'amount'])
  for await (const entry of shownBetween(db, userId, s.from, s.to))
    yield amountLine(
      [
        entry.id,
        entry.occurred_at.toISOString(),
        entry.type.replaceAll('_', ' '),
        explain(entry),
        entry.views,
      ],
      micros(entry.creator_amount),
    )
  const total = (label: string, amount: Micros, views: number | null = null) =>
    amountLine([null, s.month, 'total', label, views], amount)
  yield total('Opening balance', s.opening)
  yield total('Earnings', s.earnings, s.views)
  yield total('Payouts', minus(s.payouts))
  yield total('Closing balance', s.closing)
}

export interface StatementLine {
  label: string
  views: number
  amount: Micros
}

/** The month's movements by video, best first, and each payout, for the printed statement. */
export async function statementLines(db: Queryable, userId: string, s: Statement): Promise<StatementLine[]> {
  const videos = new Map<string, StatementLine>()
  const payouts: StatementLine[] = []
  for await (const entry of shownBetween(db, userId, s.from, s.to)) {
    const amount = micros(entry.creator_amount)
    if (entry.video_id === null) {
      payouts.push({
        label: `${entry.occurred_at.toISOString().slice(0, 10)}  ${explain(entry)}`,
        views: 0,
        amount,
      })
      continue
    }
    const sum = videos.get(entry.video_id) ?? {
      label: entry.title ?? 'A deleted video',
      views: 0,
      amount: micros(0),
    }
    sum.views += entry.views
    sum.amount = plus(sum.amount, amount)
    videos.set(entry.video_id, sum)
  }
  const best = [...videos.values()].sort((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0))
  return [...best, ...payouts]
}
