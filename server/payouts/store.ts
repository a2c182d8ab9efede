import { type Selectable, sql } from 'kysely'
import {
  defaultPayoutFrequency,
  type PayoutFrequency,
  payoutThresholdRange,
} from '#contract/money/constants.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { fromCents, type Micros } from '#server/platform/money.ts'
import type { PayoutDestinations, Payouts } from '../../db/schema.generated.ts'

export type PayoutRow = Selectable<Payouts>
export type DestinationRow = Selectable<PayoutDestinations>

export interface Preferences {
  threshold: Micros
  frequency: PayoutFrequency
}

/** Preferences by user id; who never set any has the defaults. */
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

/** Saves what is given and leaves the rest. */
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

/** Who is to be paid; null when the account is gone. */
export async function findPayee(db: Queryable, userId: string): Promise<Payee | null> {
  const row = await db
    .selectFrom('users')
    .select(['email', 'name', 'email_verified', 'suspended_at', 'deleted_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return row && !row.deleted_at
    ? {
        email: row.email,
        name: row.name,
        emailVerified: row.email_verified,
        suspended: row.suspended_at !== null,
      }
    : null
}

export async function findDestination(db: Queryable, userId: string): Promise<DestinationRow | undefined> {
  return db.selectFrom('payout_destinations').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** A creator's payout that has not ended. */
export async function findGoing(db: Queryable, userId: string): Promise<PayoutRow | undefined> {
  return db
    .selectFrom('payouts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'processing', 'unknown'])
    .executeTakeFirst()
}

/** Whether money has arrived at this person before, and stayed. */
export async function wasPaid(db: Queryable, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payouts')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'completed')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function unsafeFindPayout(db: Queryable, id: string): Promise<PayoutRow | undefined> {
  return db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A payout, locked until the transaction ends: for changes of its state. */
export async function unsafeLockPayout(tx: Queryable, id: string): Promise<PayoutRow | undefined> {
  return tx.selectFrom('payouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updatePayout(
  tx: Queryable,
  id: string,
  change: Partial<Omit<PayoutRow, 'id' | 'user_id' | 'amount' | 'net' | 'created_at' | 'updated_at'>>,
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

/** Payouts that somebody or something still has to move on. */
export async function unfinishedPayouts(db: Queryable): Promise<{ id: string }[]> {
  return db
    .selectFrom('payouts')
    .select('id')
    .where('status', 'in', ['pending', 'processing', 'unknown'])
    .where('approval', 'in', ['not_needed', 'approved'])
    .where('method', '=', 'stripe')
    .orderBy('updated_at')
    .execute()
}
