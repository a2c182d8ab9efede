import { type Selectable, sql, type Updateable } from 'kysely'
import {
  defaultPayoutFrequency,
  type PayoutFrequency,
  payoutThresholdRange,
} from '#contract/money/constants.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { fromCents, type Micros } from '#server/core/money.ts'
import type { PayoutDestinations, Payouts } from '../../db/schema.generated.ts'

export type PayoutRow = Selectable<Payouts>
export type DestinationRow = Selectable<PayoutDestinations>

export interface Preferences {
  threshold: Micros
  frequency: PayoutFrequency
}

/** Preferences by user id; defaults for people who never set any. */
export async function preferencesOf(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, Preferences>> {
  const rows = await db
    .selectFrom('payout_settings')
    .selectAll()
    .where(sql<boolean>`user_id = any(${userIds}::text[])`)
    .execute()
  const set = new Map(rows.map(r => [r.user_id, r]))
  return new Map(
    userIds.map(id => [
      id,
      {
        threshold: fromCents(set.get(id)?.threshold_cents ?? payoutThresholdRange.default * 100),
        frequency: set.get(id)?.frequency ?? defaultPayoutFrequency,
      },
    ]),
  )
}

/** People who are paid with this frequency and whose unpaid balance reaches their threshold, with it in micros. */
export const dueWith = (frequency: PayoutFrequency) => sql`
  select a.user_id, sum(a.balance) as balance
  from ledger_accounts a left join payout_settings s on s.user_id = a.user_id
  where a.kind in ('creator_pending', 'creator_payable')
    and coalesce(s.frequency, ${defaultPayoutFrequency}) = ${frequency}
  group by a.user_id, s.threshold_cents
  having sum(a.balance) >= coalesce(s.threshold_cents, ${payoutThresholdRange.default * 100})::bigint * 10000`

/** Saves the given fields and leaves the rest. */
export async function savePreferences(
  db: Queryable,
  userId: string,
  {
    thresholdCents,
    frequency,
  }: { thresholdCents?: number | undefined; frequency?: PayoutFrequency | undefined },
): Promise<void> {
  const change = {
    ...(thresholdCents === undefined ? {} : { threshold_cents: thresholdCents }),
    ...(frequency === undefined ? {} : { frequency }),
  }
  await db
    .insertInto('payout_settings')
    .values({ user_id: userId, ...change })
    .onConflict(c => c.column('user_id').doUpdateSet({ ...change, updated_at: sql`now()` }))
    .execute()
}

export interface Payee {
  email: string
  name: string
  emailVerified: boolean
  suspended: boolean
}

const ofUsers = (userIds: readonly string[]) => sql<boolean>`user_id = any(${userIds}::text[])`

/** Payees by user id; deleted accounts are left out. */
export async function payeesOf(db: Queryable, userIds: readonly string[]): Promise<Map<string, Payee>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'name', 'email_verified', 'suspended_at'])
    .where(sql<boolean>`id = any(${userIds}::text[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Map(
    rows.map(r => [
      r.id,
      {
        email: r.email,
        name: r.name,
        emailVerified: r.email_verified,
        suspended: r.suspended_at !== null,
      },
    ]),
  )
}

/** The payee; null when the account is deleted. */
export const findPayee = async (db: Queryable, userId: string): Promise<Payee | null> =>
  (await payeesOf(db, [userId])).get(userId) ?? null

/** These people's bank account destinations, by user id. */
export async function destinationsOf(
  db: Queryable,
  userIds: readonly string[],
): Promise<Map<string, DestinationRow>> {
  const rows = await db.selectFrom('payout_destinations').selectAll().where(ofUsers(userIds)).execute()
  return new Map(rows.map(r => [r.user_id, r]))
}

export const findDestination = async (db: Queryable, userId: string): Promise<DestinationRow | undefined> =>
  (await destinationsOf(db, [userId])).get(userId)

/** These people's unfinished payouts, by user id. */
export async function goingOf(db: Queryable, userIds: readonly string[]): Promise<Map<string, PayoutRow>> {
  const rows = await db
    .selectFrom('payouts')
    .selectAll()
    .where(ofUsers(userIds))
    .where('status', 'in', ['pending', 'processing', 'unknown'])
    .execute()
  return new Map(rows.map(r => [r.user_id, r]))
}

/** A creator's unfinished payout. */
export const findGoing = async (db: Queryable, userId: string): Promise<PayoutRow | undefined> =>
  (await goingOf(db, [userId])).get(userId)

/** Those of these people who have received a payout that did not come back. */
export async function paidBefore(db: Queryable, userIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('payouts')
    .select('user_id')
    .distinct()
    .where(ofUsers(userIds))
    .where('status', '=', 'completed')
    .execute()
  return new Set(rows.map(r => r.user_id))
}

/** Those of these people who already have a payout for a period. */
export async function paidFor(
  db: Queryable,
  userIds: readonly string[],
  period: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('payouts')
    .select('user_id')
    .where(ofUsers(userIds))
    .where('origin', '=', period)
    .where('origin', '<>', 'request')
    .where('status', '<>', 'failed')
    .execute()
  return new Set(rows.map(r => r.user_id))
}

export async function unsafeFindPayout(db: Queryable, id: string): Promise<PayoutRow | undefined> {
  return db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Whose payout it is; null when there is none. */
export const ownerOfPayout = async (db: Queryable, id: string): Promise<string | null> =>
  (await unsafeFindPayout(db, id))?.user_id ?? null

/** A payout, locked until the transaction ends: for changes of its state. */
export async function unsafeLockPayout(tx: Queryable, id: string): Promise<PayoutRow | undefined> {
  return tx.selectFrom('payouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updatePayout(
  tx: Queryable,
  id: string,
  change: Omit<Updateable<Payouts>, 'id' | 'user_id' | 'amount' | 'net' | 'created_at' | 'updated_at'>,
): Promise<void> {
  await tx
    .updateTable('payouts')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** A creator's payouts, newest first. */
export async function listPayouts(db: Queryable, userId: string, limit = 200): Promise<PayoutRow[]> {
  return db
    .selectFrom('payouts')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** A position in the list of unfinished payouts. */
export interface UnfinishedPlace {
  id: string
  /** as the database writes it, because a Date would lose its microseconds */
  at: string
}

interface Unfinished extends UnfinishedPlace {
  /** cents still to be sent; 0 if it may already have been sent */
  openCents: number
}

/** A page of the payouts that need action now, oldest first; a limit of the day stops others until tomorrow. @param after the last one seen */
export async function unfinishedPayouts(
  db: Queryable,
  { now, after, limit }: { now: Date; after?: UnfinishedPlace | undefined; limit: number },
): Promise<Unfinished[]> {
  return db
    .selectFrom('payouts')
    .select([
      'id',
      sql<string>`updated_at::text`.as('at'),
      sql<number>`case status when 'pending' then ceil(net / 10000.0)::float8 else 0 end`.as('openCents'),
    ])
    .where('status', 'in', ['pending', 'processing', 'unknown'])
    .where('approval', 'in', ['not_needed', 'approved'])
    .where('method', '=', 'stripe')
    .where(eb => eb.or([eb('limited_until', 'is', null), eb('limited_until', '<=', now)]))
    .$if(after !== undefined, q =>
      q.where(sql<boolean>`(updated_at, id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('updated_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
