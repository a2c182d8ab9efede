import { sql } from 'kysely'
import type { PayoutEvidence } from '#contract/money/payouts.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import { micros, toDollars } from '#server/core/money.ts'
import { unsafeFindPayout } from '../store.ts'

interface CountedRow {
  video_id: string
  title: string | null
  platform: string
  views: number
  likes: number
  on_hold: boolean
}

const countedAtMost = 100

/** A person's counts by video and platform, with the likes and holds of the posts behind them. */
async function countedOf(db: Queryable, userId: string): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    select c.video_id, v.title, c.platform, c.views, coalesce(p.likes, 0)::bigint as likes,
      coalesce(p.on_hold, false) as on_hold
    from (select video_id, platform, sum(views)::bigint as views from view_counters
      where user_id = ${userId} group by 1, 2) c left join videos v on v.id = c.video_id
    left join lateral (
      select sum(p.likes) as likes,
        bool_or(exists (select from held_counts h where h.publication_id = p.id and h.state = 'held')) as on_hold
      from publications p
      where p.video_id = c.video_id and p.platform = c.platform and p.state = 'published') p on true
    where c.views > 0
    order by c.views desc, c.video_id, c.platform limit ${countedAtMost}`.execute(db)
  return rows
}

/** The evidence for reviewing a payout before approval. @throws AppError not_found */
export async function evidenceOf(db: Queryable, payoutId: string): Promise<PayoutEvidence> {
  const payout = await unsafeFindPayout(db, payoutId)
  if (!payout) throw notFound('payout')
  const userId = payout.user_id
  const [user, before, held, counted] = await Promise.all([
    db.selectFrom('users').select('created_at').where('id', '=', userId).executeTakeFirstOrThrow(),
    db
      .selectFrom('payouts')
      .select(eb => [eb.fn.countAll<number>().as('payouts'), eb.fn.sum<number>('amount').as('amount')])
      .where('user_id', '=', userId)
      .where('status', '=', 'completed')
      .where('id', '<>', payoutId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('held_counts as h')
      .innerJoin('publications as p', 'p.id', 'h.publication_id')
      .select(eb => eb.fn.countAll<number>().as('posts'))
      .where('p.user_id', '=', userId)
      .where('h.state', '=', 'held')
      .executeTakeFirstOrThrow(),
    countedOf(db, userId),
  ])
  return {
    accountCreatedAt: user.created_at.toISOString(),
    first: Number(before.payouts) === 0,
    paidBefore: { payouts: Number(before.payouts), amount: toDollars(micros(Number(before.amount ?? 0))) },
    heldCounts: Number(held.posts),
    counted: counted.map(row => ({
      videoId: row.video_id,
      title: row.title ?? 'Deleted video',
      platform: row.platform,
      views: row.views,
      likes: row.likes,
      likesPerView: row.views > 0 ? row.likes / row.views : null,
      onHold: row.on_hold,
    })),
  }
}
