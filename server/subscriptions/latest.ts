import { sql } from 'kysely'
import type { Database, Tx } from '#server/core/db/database.ts'
import { inTurn } from './store.ts'

/**
 * Fetches an object from Stripe outside any transaction, and applies the answer in one. An answer older than
 * one already applied is dropped, whatever their order of arrival.
 * @returns the answer
 */
export async function bringLatest<T>(
  db: Database,
  objectId: string,
  ask: () => Promise<T>,
  apply: (tx: Tx, answer: T) => Promise<void>,
): Promise<T> {
  const { issued } = await db
    .insertInto('stripe_turns')
    .values({ object_id: objectId, issued: 1 })
    .onConflict(c => c.column('object_id').doUpdateSet({ issued: sql`stripe_turns.issued + 1` }))
    .returning('issued')
    .executeTakeFirstOrThrow()
  const answer = await ask()
  await db.transaction().execute(async tx => {
    await inTurn(tx, objectId)
    const latest = await tx
      .updateTable('stripe_turns')
      .set({ applied: issued })
      .where('object_id', '=', objectId)
      .where('applied', '<', issued)
      .returning('object_id')
      .executeTakeFirst()
    if (latest) await apply(tx, answer)
  })
  return answer
}
