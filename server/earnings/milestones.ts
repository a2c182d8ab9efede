import { sql } from 'kysely'
import type { z } from 'zod'
import type { milestoneState } from '#contract/money/earnings.ts'
import { sentences } from '#sentences/earnings.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import { type Micros, micros, toDollars, zero } from '#server/core/money.ts'
import { notify } from '#server/notifications/index.ts'
import { nextMilestone, reachedMilestones } from './rules.ts'

async function earnedBy(db: Queryable, userIds: readonly string[]): Promise<Map<string, Micros>> {
  const rows = await db
    .selectFrom('earnings_by_user')
    .select(['user_id', 'earned_micros'])
    .where(sql<boolean>`user_id = any(${userIds}::text[])`)
    .execute()
  return new Map(rows.map(r => [r.user_id, micros(r.earned_micros)]))
}

/** A person's lifetime earnings and next milestone; dollars. */
export async function milestonesOf(db: Queryable, userId: string): Promise<z.infer<typeof milestoneState>> {
  const earned = (await earnedBy(db, [userId])).get(userId) ?? zero
  return { currentEarnings: toDollars(earned), nextMilestone: nextMilestone(earned) }
}

/** Notifies creators of newly reached milestones, each only once. */
export async function checkMilestones(tx: Tx, now: Date, userIds: readonly string[]): Promise<void> {
  const reached = [...(await earnedBy(tx, userIds))].flatMap(([userId, earned]) =>
    reachedMilestones(earned).map(milestone => ({ userId, milestone })),
  )
  if (reached.length === 0) return
  const { rows } = await sql<{ user_id: string; milestone: number }>`
    insert into earnings_milestones (user_id, milestone, reached_at)
    select r.user_id, r.milestone, ${now}::timestamptz
    from unnest(${reached.map(r => r.userId)}::text[], ${reached.map(r => r.milestone)}::integer[]) as r (user_id, milestone)
    where not exists (select from earnings_milestones m where m.user_id = r.user_id and m.milestone = r.milestone)
    on conflict do nothing returning user_id, milestone`.execute(tx)
  for (const { user_id, milestone } of rows) {
    const next = nextMilestone(micros(milestone * 1_000_000))
    await notify(tx, {
      userId: user_id,
      videoId: null,
      type: 'earnings_milestone',
      title: sentences.milestoneTitle({ amount: milestone }),
      message: next
        ? sentences.milestoneNext({ amount: milestone, next })
        : sentences.milestoneLast({ amount: milestone }),
      link: '/earnings',
      eventKey: `earnings_milestone:${user_id}:${milestone}`,
      mail: {
        template: 'milestone_reached',
        data: { milestone, next, earned: (await milestonesOf(tx, user_id)).currentEarnings },
      },
    })
  }
}
