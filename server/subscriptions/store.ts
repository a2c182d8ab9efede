import { type Selectable, sql } from 'kysely'
import type { Tier } from '#contract/money/constants.ts'
import type { SubscriptionState } from '#contract/money/subscriptions.ts'
import type { Queryable, Tx } from '#server/platform/db/database.ts'
import type { BillingInvoices, Subscriptions } from '../../db/schema.generated.ts'
import { entitledTier } from './rules.ts'

export type SubscriptionRow = Selectable<Subscriptions>
export type InvoiceRow = Selectable<BillingInvoices>

/** Everything about one name waits for the other until the transaction ends. */
export async function inTurn(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`billing:${name}`}, 0))`.execute(tx)
}

export async function customerOf(db: Queryable, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('billing_customers')
    .select('customer_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.customer_id
}

export async function userOfCustomer(db: Queryable, customerId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('billing_customers')
    .select('user_id')
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row?.user_id
}

export async function saveCustomer(tx: Queryable, userId: string, customerId: string): Promise<void> {
  await tx
    .insertInto('billing_customers')
    .values({ user_id: userId, customer_id: customerId })
    .onConflict(c => c.doNothing())
    .execute()
}

/** The person's subscription that counts: one that is going before one that is over, then the newest. */
export async function currentSubscription(
  db: Queryable,
  userId: string,
): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy(
      sql`case status when 'active' then 0 when 'trialing' then 0 when 'past_due' then 1 when 'unpaid' then 2
        when 'paused' then 2 when 'incomplete' then 3 else 4 end`,
    )
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export const standingOf = (row: SubscriptionRow | undefined) =>
  row
    ? {
        status: row.status as SubscriptionState,
        tier: row.tier,
        pastDueSince: row.past_due_since,
        paused: row.paused_for !== null,
      }
    : null

/** The plan that the person is entitled to now. */
export async function tierOf(db: Queryable, userId: string, now: Date): Promise<Tier> {
  return entitledTier(standingOf(await currentSubscription(db, userId)), now)
}

/** Writes a subscription as Stripe has it. */
export async function saveSubscription(
  tx: Queryable,
  row: Omit<SubscriptionRow, 'updated_at'>,
): Promise<void> {
  const { id: _, user_id: __, ...change } = row
  await tx
    .insertInto('subscriptions')
    .values(row)
    .onConflict(c => c.column('id').doUpdateSet({ ...change, updated_at: sql`now()` }))
    .execute()
}

export async function saveInvoice(
  tx: Queryable,
  row: Omit<InvoiceRow, 'updated_at' | 'terms_returned_at'>,
): Promise<void> {
  const { id: _, user_id: __, ...change } = row
  await tx
    .insertInto('billing_invoices')
    .values(row)
    .onConflict(c => c.column('id').doUpdateSet({ ...change, updated_at: sql`now()` }))
    .execute()
}

/** A person's invoices, newest first. */
export async function listInvoices(db: Queryable, userId: string): Promise<InvoiceRow[]> {
  return db
    .selectFrom('billing_invoices')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
}

export async function unsafeFindInvoice(db: Queryable, id: string): Promise<InvoiceRow | undefined> {
  return db.selectFrom('billing_invoices').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Paid invoices whose card fee is not known yet, newest first. */
export async function invoicesWithoutFee(db: Queryable): Promise<{ id: string }[]> {
  return db
    .selectFrom('billing_invoices')
    .select('id')
    .where('status', '=', 'paid')
    .where('amount_cents', '>', 0)
    .where('fee_cents', 'is', null)
    .where('currency', '=', 'usd')
    .orderBy('created_at', 'desc')
    .limit(1000)
    .execute()
}

/** Subscriptions that may still change by themselves. */
export async function goingSubscriptions(db: Queryable): Promise<{ id: string; user_id: string }[]> {
  return db
    .selectFrom('subscriptions')
    .select(['id', 'user_id'])
    .where('status', 'not in', ['canceled', 'incomplete_expired'])
    .execute()
}
