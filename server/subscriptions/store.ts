import { type Selectable, sql } from 'kysely'
import type { Tier } from '#contract/money/constants.ts'
import type { SubscriptionState } from '#contract/money/subscriptions.ts'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { BillingInvoices, Subscriptions } from '../../db/schema.generated.ts'
import { entitledTier } from './rules.ts'

/** What bringing the books up to date with Stripe takes. */
export type SyncDeps = Pick<Deps, 'db' | 'stripe' | 'clock' | 'log'>

export type SubscriptionRow = Selectable<Subscriptions>
export type InvoiceRow = Selectable<BillingInvoices>

/** Serializes all transactions with the same name until they end. */
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

/** The person's current subscription: an active one before an ended one, then the newest. */
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

/** The plan the person is currently entitled to. */
export async function tierOf(db: Queryable, userId: string, now: Date): Promise<Tier> {
  return entitledTier(standingOf(await currentSubscription(db, userId)), now)
}

/** Saves a subscription as it is at Stripe. */
export async function saveSubscription(
  tx: Queryable,
  row: Omit<SubscriptionRow, 'updated_at' | 'compared_at'>,
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
  row: Omit<InvoiceRow, 'updated_at' | 'terms_returned_at' | 'lost_cents' | 'unpaid'>,
): Promise<void> {
  const { id: _, user_id: __, ...change } = row
  await tx
    .insertInto('billing_invoices')
    .values(row)
    .onConflict(c => c.column('id').doUpdateSet({ ...change, updated_at: sql`now()` }))
    .execute()
}

/** Invoices, newest first: Stripe dates them by the second, and numbers those of one customer in a row. */
export const newestInvoices = (db: Queryable) =>
  db
    .selectFrom('billing_invoices')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('number', 'desc')
    .orderBy('id')

/** A person's invoices, newest first. */
export const listInvoices = (db: Queryable, userId: string): Promise<InvoiceRow[]> =>
  newestInvoices(db).where('user_id', '=', userId).limit(100).execute()

/** The invoices of one subscription, newest first. */
export const invoicesOfPlan = (db: Queryable, subscriptionId: string): Promise<InvoiceRow[]> =>
  newestInvoices(db).where('subscription_id', '=', subscriptionId).execute()

export async function unsafeFindInvoice(db: Queryable, id: string): Promise<InvoiceRow | undefined> {
  return db.selectFrom('billing_invoices').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Whose invoice it is; null when there is none. */
export const ownerOfInvoice = async (db: Queryable, id: string): Promise<string | null> =>
  (await unsafeFindInvoice(db, id))?.user_id ?? null

/** Paid invoices whose card fee isn't known yet, by id. @param cursor the last one seen */
export async function invoicesWithoutFee(
  db: Queryable,
  cursor: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('billing_invoices')
    .select('id')
    .where('status', '=', 'paid')
    .where('amount_cents', '>', 0)
    .where('fee_cents', 'is', null)
    .where('currency', '=', 'usd')
    .where('id', '>', cursor ?? '')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(r => r.id)
}

const amongIds = (ids: readonly string[]) => sql<boolean>`id = any(${ids}::text[])`

/** Those of these subscriptions that exist here, by id. */
export async function subscriptionsAmong(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, SubscriptionRow>> {
  const rows = await db.selectFrom('subscriptions').selectAll().where(amongIds(ids)).execute()
  return new Map(rows.map(r => [r.id, r]))
}

export async function invoicesAmong(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, Pick<InvoiceRow, 'status' | 'amount_cents'>>> {
  const rows = await db
    .selectFrom('billing_invoices')
    .select(['id', 'status', 'amount_cents'])
    .where(amongIds(ids))
    .execute()
  return new Map(rows.map(r => [r.id, r]))
}

/** Those of these Stripe customers who are our users. */
export async function customersAmong(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('billing_customers')
    .select('customer_id')
    .where(sql<boolean>`customer_id = any(${ids}::text[])`)
    .execute()
  return new Set(rows.map(r => r.customer_id))
}

/** Those of these refunds that are in the ledger. */
export async function refundsPostedAmong(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('ledger_entries')
    .select('source_event')
    .where(sql<boolean>`source_event = any(${ids.map(id => `refund:${id}`)}::text[])`)
    .execute()
  return new Set(rows.map(r => r.source_event.slice('refund:'.length)))
}

/** Records that subscriptions were in Stripe's list. */
export async function markCompared(db: Queryable, ids: readonly string[], at: Date): Promise<void> {
  await db.updateTable('subscriptions').set({ compared_at: at }).where(amongIds(ids)).execute()
}

/** Subscriptions that may still change and haven't been in Stripe's list since, by id. */
export async function uncomparedSubscriptions(
  db: Queryable,
  since: Date,
  cursor: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('status', 'not in', ['canceled', 'incomplete_expired'])
    .where(sql<boolean>`(compared_at is null or compared_at < ${since})`)
    .where('id', '>', cursor ?? '')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(r => r.id)
}
