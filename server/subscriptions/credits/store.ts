import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Queryable, Tx } from '#server/core/db/database.ts'
import type { CreditRecalls } from '../../../db/schema.generated.ts'
import type { InvoiceRow } from '../store.ts'
import { type Bill, type CreditMovement, followCredit, type Recall } from './rules.ts'

export type RecallRow = Selectable<CreditRecalls>

const billOf = (row: InvoiceRow): Bill => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  at: row.created_at,
  covers:
    row.tier && row.period_start && row.period_end ? { from: row.period_start, to: row.period_end } : null,
  card: row.amount_cents,
  returned: row.refunded_cents + row.lost_cents,
  tax: row.tax_cents,
})

async function movementsOf(db: Queryable, userId: string): Promise<CreditMovement[]> {
  const rows = await db
    .selectFrom('credit_movements as m')
    .leftJoin('credit_recalls as r', 'r.id', 'm.recall_id')
    .select(['m.cents', 'm.invoice_id', 'r.invoice_id as recalled_for'])
    .where('m.user_id', '=', userId)
    .orderBy('m.place')
    .execute()
  return rows.map(r => ({ cents: r.cents, invoiceId: r.invoice_id, recalledFor: r.recalled_for }))
}

/** Where a rider's payments went. */
export async function followedCredit(db: Queryable, userId: string) {
  const rows = await db
    .selectFrom('billing_invoices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'paid')
    .orderBy('created_at')
    // What a payment left as credit in the same second comes after it.
    .orderBy(sql`amount_cents = 0`)
    .orderBy('id')
    .execute()
  return followCredit(rows.map(billOf), await movementsOf(db, userId))
}

/** Saves which of a rider's invoices nothing pays any more. Call it after every change to what was returned. */
export async function saveUnpaid(tx: Tx, userId: string): Promise<void> {
  const { unpaid } = await followedCredit(tx, userId)
  await sql`
    update billing_invoices set unpaid = (id = any(${[...unpaid]}::text[]))
    where user_id = ${userId} and unpaid <> (id = any(${[...unpaid]}::text[]))`.execute(tx)
}

export async function openRecall(db: Queryable, userId: string): Promise<RecallRow | undefined> {
  return db
    .selectFrom('credit_recalls')
    .selectAll()
    .where('user_id', '=', userId)
    .where('done_at', 'is', null)
    .executeTakeFirst()
}

/** Decides about credit to take back or give again; it is moved afterwards. */
export async function saveRecall(tx: Tx, userId: string, recall: Recall, now: Date): Promise<void> {
  await tx
    .insertInto('credit_recalls')
    .values({
      id: randomUUID(),
      user_id: userId,
      invoice_id: recall.invoiceId,
      cents: recall.cents,
      tax_cents: recall.tax,
      created_at: now,
    })
    .execute()
}

/** People with recalls that weren't finished. */
export async function waitingForRecalls(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectFrom('credit_recalls')
    .select('user_id')
    .where('done_at', 'is', null)
    .orderBy('created_at')
    .limit(1000)
    .execute()
  return rows.map(r => r.user_id)
}

export async function hasCredit(db: Queryable, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('credit_movements')
    .select('id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Credit by the ledger, cents, of these Stripe customers who are our users. */
export async function creditOf(db: Queryable, customers: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; cents: string }>`
    select c.customer_id as id, coalesce(a.balance, 0) / 10000 as cents from billing_customers c
    left join ledger_accounts a on a.user_id = c.user_id and a.kind = 'customer_credit'
    where c.customer_id = any(${customers}::text[])`.execute(db)
  return new Map(rows.map(r => [r.id, Number(r.cents)]))
}
