import { sql } from 'kysely'
import type { Tier } from '#contract/money/constants.ts'
import type { Queryable } from '#server/core/db/database.ts'

/** The plans in force at these times, in the given order. */
export async function tiersAt(
  db: Queryable,
  asked: readonly { userId: string; at: Date }[],
): Promise<Tier[]> {
  if (asked.length === 0) return []
  const { rows } = await sql<{ tier: Tier | null }>`
    select c.tier from unnest(${asked.map(a => a.userId)}::text[], ${asked.map(a => a.at.toISOString())}::timestamptz[])
      with ordinality as q (user_id, at, place)
    left join lateral (
      select tier from plan_changes p where p.user_id = q.user_id and p.at <= q.at order by p.at desc limit 1
    ) c on true
    order by q.place`.execute(db)
  return rows.map(r => r.tier ?? 'free')
}

/** Records when another plan takes effect; the same plan again is no change. */
export async function notePlan(tx: Queryable, userId: string, tier: Tier, at: Date): Promise<void> {
  await sql`
    insert into plan_changes (user_id, at, tier)
    select ${userId}, ${at}, ${tier}
    where ${tier} is distinct from coalesce(
      (select tier from plan_changes where user_id = ${userId} and at <= ${at} order by at desc limit 1), 'free')
    on conflict (user_id, at) do update set tier = excluded.tier`.execute(tx)
}

/**
 * Records the current plan if it differs from the last recorded one: from its start, but never before the
 * last record.
 */
export async function notePlanNow(
  tx: Queryable,
  userId: string,
  tier: Tier,
  { since, now }: { since: Date; now: Date },
): Promise<void> {
  const last = await tx
    .selectFrom('plan_changes')
    .select(['tier', 'at'])
    .where('user_id', '=', userId)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if ((last?.tier ?? 'free') === tier) return
  await notePlan(tx, userId, tier, last && since <= last.at ? now : since)
}
