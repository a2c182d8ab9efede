import { createHash } from 'node:crypto'
import { platformFacts } from '#contract/platforms/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { type Micros, micros, minus, plus, zero } from '#server/core/money.ts'
import { startOfDay } from '#server/core/time-zone.ts'
import { type PayoutFacts, platformName } from '../explain.ts'
import type { TermFacts } from '../policy.ts'
import { monthsWithMovements, shownBetween, sumsBetween } from '../store.ts'
import { centsAddingUpTo, monthInCents } from './rounding.ts'

/** A month of a rider's account. */
export interface Statement {
  /** the same for the same person, month and zone, and for nothing else */
  number: string
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

/** '2026-10-7F3A09C1D2': the month, and what a person's months in a zone have in common. */
const numberOf = (userId: string, month: string, zone: string): string =>
  `${month}-${createHash('sha256').update(`${userId}\n${zone}`).digest('hex').slice(0, 10).toUpperCase()}`

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
  const number = numberOf(userId, month, zone)
  return { number, month, zone, from, to, opening, earnings, payouts, views, closing, shown }
}

/** The statements of all months with movements, newest first. */
export async function statementsOf(db: Queryable, userId: string, zone: string): Promise<Statement[]> {
  const statements: Statement[] = []
  for (const month of await monthsWithMovements(db, userId, zone))
    statements.push(await statementOf(db, userId, month, zone))
  return statements.filter(({ earnings, payouts, views }) => earnings !== 0n || payouts !== 0n || views !== 0)
}

/** Views of one video on one platform, on the same terms. */
export interface StatementRow extends Pick<TermFacts, RowTerms> {
  /** null for a deleted video */
  title: string | null
  /** display name; null where none is known */
  platform: string | null
  views: number
  cents: bigint
}
type RowTerms = 'ratePerView' | 'viralMultiplier' | 'planMultiplier' | 'creatorPercent'

export interface StatementPayout {
  at: Date
  returned: boolean
  /** deducted from the balance; negative for a returned payout */
  amount: Micros
  fee: Micros
  /** the transfer at Stripe, or the number of the bank transfer; and the payout to the bank, once it is known */
  references: string[]
  /** when the bank has it, 'YYYY-MM-DD'; null while that is unknown */
  arrivedOn: string | null
}

/** What the ledger alone says about a payout. */
type PostedPayout = Omit<StatementPayout, 'references' | 'arrivedOn'> & { payoutId: string }

interface Summed extends Omit<StatementRow, 'cents'> {
  id: string
  video: string | null
  micros: Micros
}

/** The month's earnings in rows of cents that add up, by video, largest first; and each payout. */
export async function statementContents(
  db: Queryable,
  userId: string,
  s: Statement,
): Promise<{ rows: StatementRow[]; payouts: StatementPayout[] }> {
  const sums = new Map<string, Summed>()
  const payouts: PostedPayout[] = []
  for await (const entry of shownBetween(db, userId, s.from, s.to)) {
    const amount = micros(entry.creator_amount)
    if (entry.type.startsWith('payout')) {
      const returned = entry.type === 'payout_returned'
      const { fee, payoutId } = entry.facts as PayoutFacts & { payoutId: string }
      payouts.push({
        payoutId,
        at: entry.occurred_at,
        returned,
        amount: minus(amount),
        fee: micros(fee ?? 0),
      })
      continue
    }
    const { ratePerView, viralMultiplier, planMultiplier, creatorPercent } = entry.facts as TermFacts
    const terms = { ratePerView, viralMultiplier, planMultiplier, creatorPercent }
    const key = [entry.video_id, entry.platform, ...Object.values(terms)].join()
    const { video_id: video, title, platform } = entry
    const sum = sums.get(key) ?? {
      ...terms,
      id: platform ?? '',
      video,
      title,
      platform: platformName(platform),
      micros: zero,
      views: 0,
    }
    sums.set(key, { ...sum, micros: plus(sum.micros, amount), views: sum.views + entry.views })
  }
  return { rows: rowsOf([...sums.values()], s.shown.earnings), payouts: await referred(db, payouts) }
}

const order: readonly string[] = platformFacts.map(({ id }) => id)
const placeOf = (platform: string): number =>
  order.includes(platform) ? order.indexOf(platform) : order.length
const descending = (a: bigint, b: bigint): number => (a < b ? 1 : a > b ? -1 : 0)

function rowsOf(sums: readonly Summed[], total: bigint): StatementRow[] {
  const ofVideo = new Map<string | null, bigint>()
  for (const { video, micros: earned } of sums) ofVideo.set(video, (ofVideo.get(video) ?? 0n) + earned)
  const sorted = sums.toSorted(
    (a, b) =>
      descending(ofVideo.get(a.video) ?? 0n, ofVideo.get(b.video) ?? 0n) ||
      String(a.video).localeCompare(String(b.video)) ||
      placeOf(a.id) - placeOf(b.id) ||
      descending(a.micros, b.micros),
  )
  const cents = centsAddingUpTo(
    total,
    sorted.map(sum => sum.micros),
  )
  return sorted.map(({ id: _id, video: _video, micros: _micros, ...row }, index) => ({
    ...row,
    cents: cents[index] ?? 0n,
  }))
}

/** Adds where each payout can be found again, and when it arrived. */
async function referred(db: Queryable, made: readonly PostedPayout[]): Promise<StatementPayout[]> {
  if (made.length === 0) return []
  const found = await db
    .selectFrom('payouts')
    .select(['id', 'provider_reference', 'bank_payout_id', 'bank_arrives_on'])
    .where('id', 'in', [...new Set(made.map(({ payoutId }) => payoutId))])
    .execute()
  const byId = new Map(found.map(row => [row.id, row]))
  return made.map(({ payoutId, ...payout }) => {
    const row = byId.get(payoutId)
    return {
      ...payout,
      references: [row?.provider_reference, row?.bank_payout_id].filter(text => typeof text === 'string'),
      arrivedOn: payout.returned ? null : (row?.bank_arrives_on ?? null),
    }
  })
}
