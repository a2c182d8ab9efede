import { platformFacts } from '#contract/platforms/index.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { type Micros, micros, minus, plus, zero } from '#server/platform/money.ts'
import { startOfDay } from '#server/platform/time-zone.ts'
import { type PayoutFacts, platformName } from '../explain.ts'
import { monthsWithMovements, shownBetween, sumsBetween } from '../store.ts'
import { monthInCents, tableInCents } from './rounding.ts'

/** A month of a rider's account. */
export interface Statement {
  /** 'YYYY-MM' in the zone */
  month: string
  /** IANA name */
  zone: string
  from: Date
  /** exclusive */
  to: Date
  /** earned and not paid out, before and after the month */
  opening: Micros
  closing: Micros
  earnings: Micros
  payouts: Micros
  views: number
  /** the same in cents: opening + earnings − payouts = closing */
  shown: { opening: bigint; earnings: bigint; payouts: bigint; closing: bigint }
}

const nextMonth = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1)).toISOString().slice(0, 7)

/** The month's totals, from the ledger. */
export async function statementOf(
  db: Queryable,
  userId: string,
  month: string,
  zone: string,
): Promise<Statement> {
  const from = startOfDay(`${month}-01`, zone)
  const to = startOfDay(`${nextMonth(month)}-01`, zone)
  const before = await sumsBetween(db, userId, new Date(0), from)
  const during = await sumsBetween(db, userId, from, to)
  const opening = plus(before.viewRevenue, before.premiumViewRevenue, minus(before.payouts))
  const earnings = plus(during.viewRevenue, during.premiumViewRevenue)
  const { payouts, views } = during
  const closing = plus(opening, earnings, minus(payouts))
  const shown = monthInCents({ opening, closing, payouts })
  return { month, zone, from, to, opening, earnings, payouts, views, closing, shown }
}

/** The statements of all months with movements, newest first. */
export async function statementsOf(db: Queryable, userId: string, zone: string): Promise<Statement[]> {
  const statements: Statement[] = []
  for (const month of await monthsWithMovements(db, userId, zone))
    statements.push(await statementOf(db, userId, month, zone))
  return statements.filter(({ earnings, payouts, views }) => earnings !== 0n || payouts !== 0n || views !== 0)
}

export interface StatementTable {
  /** display names of the platforms with earnings; null where none is known */
  platforms: (string | null)[]
  /** largest first; cents and views by platform. Null: nothing came from it. */
  rows: {
    title: string | null
    cells: ({ cents: bigint; views: number } | null)[]
    cents: bigint
    views: number
  }[]
  /** by platform */
  totals: { cents: bigint; views: number }[]
}
export interface StatementPayout {
  at: Date
  returned: boolean
  /** deducted from the balance; negative for a returned payout */
  amount: Micros
  fee: Micros
}

interface Sum {
  micros: Micros
  views: number
}

/** The month's earnings by video and platform in cents that add up, and each payout. */
export async function statementContents(
  db: Queryable,
  userId: string,
  s: Statement,
): Promise<{ table: StatementTable; payouts: StatementPayout[] }> {
  const videos = new Map<string, { title: string | null; sums: Map<string, Sum>; all: Micros }>()
  const payouts: StatementPayout[] = []
  for await (const entry of shownBetween(db, userId, s.from, s.to)) {
    const amount = micros(entry.creator_amount)
    if (entry.type.startsWith('payout')) {
      const returned = entry.type === 'payout_returned'
      const { fee } = entry.facts as Partial<PayoutFacts>
      payouts.push({ at: entry.occurred_at, returned, amount: minus(amount), fee: micros(fee ?? 0) })
      continue
    }
    const video = videos.get(entry.video_id ?? '') ?? { title: entry.title, sums: new Map(), all: zero }
    const sum = video.sums.get(entry.platform ?? '') ?? { micros: zero, views: 0 }
    video.sums.set(entry.platform ?? '', {
      micros: plus(sum.micros, amount),
      views: sum.views + entry.views,
    })
    video.all = plus(video.all, amount)
    videos.set(entry.video_id ?? '', video)
  }
  return { table: tableOf([...videos.values()], s.shown.earnings), payouts }
}

const order: readonly string[] = platformFacts.map(({ id }) => id)
const placeOf = (platform: string): number =>
  order.includes(platform) ? order.indexOf(platform) : order.length

function tableOf(
  videos: { title: string | null; sums: Map<string, Sum>; all: Micros }[],
  total: bigint,
): StatementTable {
  const ids = [...new Set(videos.flatMap(({ sums }) => [...sums.keys()]))].sort(
    (a, b) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1),
  )
  const best = videos.sort((a, b) => (a.all < b.all ? 1 : a.all > b.all ? -1 : 0))
  const { cells, columns } = tableInCents(
    total,
    best.map(({ sums }) => ids.map(id => sums.get(id)?.micros ?? zero)),
  )
  const viewsOf = (id: string) => best.reduce((sum, { sums }) => sum + (sums.get(id)?.views ?? 0), 0)
  return {
    platforms: ids.map(id => platformName(id || null)),
    rows: best.map(({ title, sums }, row) => ({
      title,
      cells: ids.map((id, column) => {
        const sum = sums.get(id)
        return sum ? { cents: cells[row]?.[column] ?? 0n, views: sum.views } : null
      }),
      cents: (cells[row] ?? []).reduce((a, b) => a + b, 0n),
      views: [...sums.values()].reduce((sum, one) => sum + one.views, 0),
    })),
    totals: ids.map((id, column) => ({ cents: columns[column] ?? 0n, views: viewsOf(id) })),
  }
}
