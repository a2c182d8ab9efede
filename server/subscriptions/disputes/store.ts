import { type Insertable, type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'
import type { WaitingRows } from '#server/core/db/waiting.ts'
import type { Disputes } from '../../../db/schema.generated.ts'
import { isOpen } from './rules.ts'

type DisputeRow = Selectable<Disputes>

/** Saves a dispute as it is at Stripe. */
export async function saveDispute(tx: Queryable, row: Insertable<Disputes>): Promise<void> {
  const { id: _, ...change } = row
  await tx
    .insertInto('disputes')
    .values(row)
    .onConflict(c => c.column('id').doUpdateSet({ ...change, updated_at: sql`now()` }))
    .execute()
}

export async function findDispute(db: Queryable, id: string): Promise<DisputeRow | undefined> {
  return db.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Whose payment is disputed; null when there is no such dispute, or the payment isn't ours. */
export const ownerOfDispute = async (db: Queryable, id: string): Promise<string | null> =>
  (await findDispute(db, id))?.user_id ?? null

/** Disputes that wait for evidence, and payments that a card's issuer warned about. */
export const openCases = {
  disputes: { rows: sql`disputes where status like '%needs_response'`, since: sql`opened_at` },
  warnings: { rows: sql`early_fraud_warnings where actionable`, since: sql`warned_at` },
} satisfies Record<string, WaitingRows>

/** Since when a payment for this plan, or one of these payments, has been disputed; null: none is. */
export async function disputedSince(
  db: Queryable,
  subscriptionId: string,
  payments: readonly string[] = [],
): Promise<Date | null> {
  const rows = await db
    .selectFrom('disputes')
    .select(['status', 'opened_at'])
    .where(sql<boolean>`(subscription_id = ${subscriptionId} or invoice_id = any(${payments}::text[]))`)
    .orderBy('opened_at')
    .execute()
  return rows.find(({ status }) => isOpen(status))?.opened_at ?? null
}

/** Records the amount of an invoice that a bank took back permanently. */
export async function addLost(tx: Queryable, invoiceId: string, cents: number): Promise<void> {
  await tx
    .updateTable('billing_invoices')
    .set(eb => ({ lost_cents: eb('lost_cents', '+', cents) }))
    .where('id', '=', invoiceId)
    .execute()
}
