import { sql } from 'kysely'
import type { z } from 'zod'
import type { PayoutLimits, payoutLimitsBody } from '#contract/money/payouts.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import { fromCents, type Micros, micros, plus, toDollars, zero } from '#server/core/money.ts'
import { type PayoutDeps, payoutJob } from './request-payout.ts'
import { type PayoutRow, updatePayout } from './store.ts'

const dayMs = 24 * 3600_000
/** The start of a time's UTC day, and of the next one. */
const dayOf = (now: Date) => {
  const start = new Date(Math.floor(now.getTime() / dayMs) * dayMs)
  return { start, end: new Date(start.getTime() + dayMs) }
}

interface Limits {
  day: Micros | null
  rider: Micros | null
}

const amountOf = (cents: number | null): Micros | null => (cents === null ? null : fromCents(cents))

/** @throws when the limits are missing: without them nothing is sent */
async function limitsOf(db: Queryable, lock: 'share' | 'update' | null): Promise<Limits> {
  const row = await db
    .selectFrom('payout_limits')
    .select(['day_cents', 'rider_day_cents'])
    .$if(lock === 'share', q => q.forShare())
    .$if(lock === 'update', q => q.forUpdate())
    .executeTakeFirst()
  if (!row) throw new Error("The payout limits can't be read, so nothing is sent")
  return { day: amountOf(row.day_cents), rider: amountOf(row.rider_day_cents) }
}

/**
 * What was sent on a day or may have been. A payout that was sent and came back still counts: limits bound what
 * leaves.
 */
async function sentOn(
  db: Queryable,
  { start, end }: ReturnType<typeof dayOf>,
  userId?: string,
): Promise<{ total: Micros; rider: Micros }> {
  const { rows } = await sql<{ total: string; rider: string }>`
    select coalesce(sum(net), 0)::text as total,
      coalesce(sum(net) filter (where user_id = ${userId ?? null}), 0)::text as rider
    from payouts where method = 'stripe' and sent_at >= ${start} and sent_at < ${end}
      and (status in ('processing', 'unknown', 'completed') or provider_reference is not null)`.execute(db)
  return { total: micros(rows[0]?.total ?? 0), rider: micros(rows[0]?.rider ?? 0) }
}

/** Which limit stops an amount; null: none. */
export function stoppedBy(
  net: Micros,
  sent: { total: Micros; rider: Micros },
  { day, rider }: Limits,
): PayoutRow['limited_by'] {
  if ((day !== null && net > day) || (rider !== null && net > rider)) return 'size'
  if (rider !== null && plus(sent.rider, net) > rider) return 'rider'
  return day !== null && plus(sent.total, net) > day ? 'day' : null
}

/**
 * Whether a payout may be sent today. If not, it stays pending until tomorrow. In the transaction that records the
 * intent to send, after its locks: while a limit is set, these transactions run one after another, so that two
 * workers can't both take the rest of the day.
 * @throws when the limits can't be read
 */
export async function mayGoToday(tx: Tx, payout: PayoutRow, now: Date): Promise<boolean> {
  // Shared, so that a change of the limits waits for the payouts that didn't know it.
  const limits = await limitsOf(tx, 'share')
  const day = dayOf(now)
  let by: PayoutRow['limited_by'] = null
  if (limits.day !== null || limits.rider !== null) {
    await sql`select pg_advisory_xact_lock(hashtextextended('payouts:limits', 0))`.execute(tx)
    by = stoppedBy(micros(payout.net ?? 0), await sentOn(tx, day, payout.user_id), limits)
  }
  if (by) await updatePayout(tx, payout.id, { limited_by: by, limited_until: day.end })
  return by === null
}

const dollarsOf = (amount: Micros | null): number | null => (amount === null ? null : toDollars(amount))
const told = ({ day, rider }: Limits) => ({ perDay: dollarsOf(day), perRiderDay: dollarsOf(rider) })

/** The limits, what was sent today, and what waits because of them. */
export async function payoutLimitsOf({ db, clock }: Pick<PayoutDeps, 'db' | 'clock'>): Promise<PayoutLimits> {
  const now = clock.now()
  const { rows } = await sql<{ count: number; amount: string }>`
    select count(*)::int as count, coalesce(sum(net), 0)::text as amount from payouts
    where status = 'pending' and limited_until > ${now}`.execute(db)
  return {
    ...told(await limitsOf(db, null)),
    sentToday: toDollars((await sentOn(db, dayOf(now))).total),
    waiting: { count: rows[0]?.count ?? 0, amount: toDollars(micros(rows[0]?.amount ?? zero)) },
  }
}

/** Sets the limits, and tries the payouts that an earlier limit stopped again. */
export async function setPayoutLimits(
  { db, jobs, clock }: Pick<PayoutDeps, 'db' | 'jobs' | 'clock'>,
  by: Auditor,
  { perDay, perRiderDay }: z.infer<typeof payoutLimitsBody>,
): Promise<void> {
  const cents = (amount: number | null) => (amount === null ? null : Math.round(amount * 100))
  await db.transaction().execute(async tx => {
    const before = await limitsOf(tx, 'update')
    await tx
      .updateTable('payout_limits')
      .set({ day_cents: cents(perDay), rider_day_cents: cents(perRiderDay), updated_at: clock.now() })
      .execute()
    const again = await tx
      .selectFrom('payouts')
      .select('id')
      .where('status', '=', 'pending')
      .where('limited_until', '>', clock.now())
      .orderBy('created_at')
      .execute()
    await tx
      .updateTable('payouts')
      .set({ limited_by: null, limited_until: null })
      .where('status', '=', 'pending')
      .where('limited_until', 'is not', null)
      .execute()
    await jobs.sendAll(
      tx,
      payoutJob,
      again.map(({ id }) => ({ payoutId: id })),
    )
    await record(tx, {
      ...by,
      action: 'payout.limits',
      objectType: 'payouts',
      objectId: 'limits',
      before: told(before),
      after: { perDay, perRiderDay },
    })
  })
}
