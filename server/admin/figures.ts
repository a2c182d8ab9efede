import { sql } from 'kysely'
import type { PlatformFigures } from '#contract/admin.ts'
import { arrivingStatuses, videoStatuses, waitingStatuses } from '#contract/video-statuses.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { minus, plus, toDollars } from '#server/core/money.ts'
import { systemBalance } from '#server/ledger/index.ts'
import { countUnpriced } from '#server/videos/index.ts'

/** Running totals by name: 'users', 'videos.' with each status, and 'publications.' with each state and platform. */
async function readTallies(db: Queryable): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('tallies')
    .select(eb => ['name', eb.fn.sum<string>('amount').as('amount')])
    .groupBy('name')
    .execute()
  return new Map(rows.map(r => [r.name, Number(r.amount)]))
}

/** Merges the lines of each total into one. It blocks no one, and a line written meanwhile is not lost. */
export async function foldTallies(db: Queryable): Promise<void> {
  await sql`
    with taken as (delete from tallies returning name, amount)
    insert into tallies select name, sum(amount) from taken group by name`.execute(db)
}

/** Income from views and subscriptions before any shares, dollars. */
async function revenueOf(db: Queryable): Promise<number> {
  const [views, subscriptions] = await Promise.all([
    // Income from outside is a debit there.
    systemBalance(db, 'view_revenue'),
    systemBalance(db, 'subscription_revenue'),
  ])
  return toDollars(plus(minus(views), subscriptions))
}

async function countPendingPayouts(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('payouts')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('status', 'in', ['pending', 'processing', 'unknown'])
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The platform's seven figures. */
export async function platformFigures(db: Queryable): Promise<PlatformFigures> {
  const [tallies, totalRevenue, pendingPayouts, unpricedVideos] = await Promise.all([
    readTallies(db),
    revenueOf(db),
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
