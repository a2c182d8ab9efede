import type { PlatformStats } from '#contract/admin.ts'
import { arrivingStatuses, videoStatuses, waitingStatuses } from '#contract/video-statuses.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { minus, plus, toDollars } from '#server/core/money.ts'
import { systemBalance } from '#server/ledger/index.ts'
import { countUnpriced } from '#server/videos/index.ts'
import { readTallies } from './tallies.ts'

/** The platform's seven figures. */
export async function platformFigures(db: Queryable): Promise<PlatformStats> {
  const [tallies, totalRevenue, pendingPayouts, unpricedVideos] = await Promise.all([
    readTallies(db),
    sumRevenue(db),
    countPendingPayouts(db),
    countUnpriced(db),
  ])
  const videos = (...statuses: string[]) =>
    statuses.reduce((sum, status) => sum + (tallies.get(`videos.${status}`) ?? 0), 0)
  return {
    totalUsers: tallies.get('users') ?? 0,
    totalVideos: videos(...videoStatuses),
    totalRevenue,
    pendingVideos: videos(...waitingStatuses),
    processingVideos: videos(...arrivingStatuses),
    pendingPayouts,
    unpricedVideos,
  }
}

/** Income from views and subscriptions, before any shares. Dollars. */
async function sumRevenue(db: Queryable): Promise<number> {
  const [views, subscriptions] = await Promise.all([
    // Income from outside is a debit there.
    systemBalance(db, 'view_revenue'),
    systemBalance(db, 'subscription_revenue'),
  ])
  return toDollars(plus(minus(views), subscriptions))
}

/** Payouts in progress. */
async function countPendingPayouts(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('payouts')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('status', 'in', ['pending', 'processing', 'unknown'])
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
