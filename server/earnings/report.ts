import type { EarningsReport, EarningsSeries, Transaction } from '#contract/money/earnings.ts'
import { sentences } from '#sentences/earnings.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import { minus, nearestCents, plus, toDollars, zero } from '#server/core/money.ts'
import type { Language } from '#server/core/sentences.ts'
import { daysAfter, startOfDay } from '#server/core/time-zone.ts'
import { titlesOf } from '#server/videos/index.ts'
import { presentTransaction } from './explain.ts'
import { centsAddingUpTo } from './statement/rounding.ts'
import { addedByPlans, listShown, sumsBetween, sumsByDay, sumsByVideo } from './store.ts'

const dayMs = 24 * 3600_000
const longestDays = 732
const videosInChart = 20

export interface Period {
  /** days in the zone, 'YYYY-MM-DD', both included */
  from: string
  to: string
  zone: string
}

/** The start and the exclusive end of a period. */
const boundsOf = ({ from, to, zone }: Period) => ({
  start: startOfDay(from, zone),
  end: startOfDay(daysAfter(to, 1), zone),
})

/** @throws AppError invalid_input for an end before the start, and for more than two years */
export function periodOf(
  { startDate, endDate }: { startDate: string; endDate: string },
  zone: string,
): Period {
  const [from, to] = [new Date(startDate), new Date(endDate)]
  const days = (to.getTime() - from.getTime()) / dayMs
  if (days < 0) throw new AppError('invalid_input', sentences.endsBeforeStart, { field: 'endDate' })
  if (days > longestDays) throw new AppError('invalid_input', sentences.twoYears, { field: 'startDate' })
  return { from: from.toISOString().slice(0, 10), to: to.toISOString().slice(0, 10), zone }
}

/** What a creator earned and was paid in a period. */
export async function reportOf(db: Queryable, userId: string, period: Period): Promise<EarningsReport> {
  const { start, end } = boundsOf(period)
  const sums = await sumsBetween(db, userId, start, end)
  const total = plus(sums.viewRevenue, sums.premiumViewRevenue)
  const added = sums.premiumViewRevenue === 0n ? zero : await addedByPlans(db, userId, start, end)
  const parts = [sums.viewRevenue, plus(sums.premiumViewRevenue, minus(added)), added]
  const [viewRevenue = 0, premiumViewRevenue = 0, subscriptionRevenue = 0] = centsAddingUpTo(
    nearestCents(total),
    parts,
  ).map(cents => Number(cents) / 100)
  return {
    startDate: period.from,
    endDate: period.to,
    timeZone: period.zone,
    totalEarnings: toDollars(total),
    totalViews: sums.views,
    premiumViews: sums.premiumViews,
    totalPayouts: toDollars(sums.payouts),
    breakdown: { viewRevenue, premiumViewRevenue, subscriptionRevenue },
  }
}

/** The same period by day and by video. */
export async function seriesOf(db: Queryable, userId: string, period: Period): Promise<EarningsSeries> {
  const { start, end } = boundsOf(period)
  const [days, videos] = await Promise.all([
    sumsByDay(db, userId, period),
    sumsByVideo(db, userId, start, end, videosInChart),
  ])
  const titles = await titlesOf(
    db,
    videos.map(v => v.videoId),
  )
  return {
    days: days.map(d => ({ date: d.day, earnings: toDollars(d.earnings), views: d.views })),
    videos: videos.map(v => ({
      videoId: v.videoId,
      title: titles.get(v.videoId) ?? null,
      earnings: toDollars(v.earnings),
      views: v.views,
    })),
  }
}

/** A page of movements, newest first. @param cursor id of the last one seen */
export async function transactionsOf(
  db: Queryable,
  userId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  language: Language,
): Promise<Transaction[]> {
  const entries = await listShown(db, userId, { before: cursor ? Number(cursor) : undefined, limit })
  return entries.map(entry => presentTransaction(entry, language))
}

/** Every movement of a creator's money, newest first, read in pages; in English, as exports are. */
export async function* everyTransaction(db: Queryable, userId: string): AsyncGenerator<Transaction> {
  const limit = 500
  let cursor: string | undefined
  while (true) {
    const page: Transaction[] = await transactionsOf(db, userId, { cursor, limit }, 'en')
    yield* page
    cursor = page.at(-1)?.id
    if (page.length < limit) return
  }
}
