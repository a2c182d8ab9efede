import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import { json } from '#server/platform/db/json.ts'
import { defineJob, type Jobs } from '#server/platform/jobs/jobs.ts'
import { syncDispute } from './disputes/sync-dispute.ts'
import type { StoredEvent } from './rules.ts'
import { type SyncDeps, syncInvoice, syncPayment, syncSubscription } from './sync.ts'

/** Does what an event of Stripe's asks for. */
export const stripeEventJob = defineJob({
  name: 'stripe.event',
  schema: z.object({ eventId: z.string() }),
  key: data => data.eventId,
  // Pauses grow to five minutes: about three days with the hourly round behind it.
  retries: 60,
  timeoutSeconds: 120,
  concurrency: 2,
})

/** Keeps an event under its own id, once, with the job that works on it. */
export async function storeEvent(
  { db, jobs }: { db: Database; jobs: Jobs },
  event: StoredEvent,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const fresh = await tx
      .insertInto('stripe_events')
      .values({ id: event.id, type: event.type, payload: json(event) })
      .onConflict(c => c.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (fresh) await jobs.send(tx, stripeEventJob, { eventId: event.id })
  })
}

/**
 * An event only says that something changed: what it is about is asked for anew. So duplicates, any order and days of
 * delay come to the same.
 * @param others what other slices do about objects of theirs, by Stripe's name of the object
 */
export async function handleEvent(
  deps: SyncDeps,
  eventId: string,
  others: Record<string, (objectId: string, account: string | undefined) => Promise<void>>,
): Promise<void> {
  const row = await deps.db
    .selectFrom('stripe_events')
    .selectAll()
    .where('id', '=', eventId)
    .executeTakeFirst()
  if (!row || row.processed_at) return
  const event = row.payload
  const object = event.data?.object
  const kind = event.related_object?.type ?? object?.object ?? ''
  const id = event.related_object?.id ?? object?.id ?? ''
  // Objects of a connected account are not ours to bring here under the same names.
  if (event.account) await others[`connected ${kind}`]?.(id, event.account)
  else if (kind === 'subscription') await syncSubscription(deps, id)
  else if (kind === 'invoice') await syncInvoice(deps, id)
  else if (kind === 'dispute') await syncDispute(deps, id)
  else if (kind === 'charge' || kind === 'refund') {
    if (object?.payment_intent) await syncPayment(deps, object.payment_intent, kind === 'refund')
  } else await others[kind]?.(id, undefined)
  await deps.db
    .updateTable('stripe_events')
    .set({ processed_at: deps.clock.now() })
    .where('id', '=', eventId)
    .execute()
}

/** Wakes events whose job gave up. */
export async function wakeEvents({ db, jobs }: { db: Database; jobs: Jobs }): Promise<void> {
  const waiting = await db
    .selectFrom('stripe_events')
    .select('id')
    .where('processed_at', 'is', null)
    .orderBy('received_at')
    .limit(1000)
    .execute()
  for (const { id } of waiting) await jobs.send(db, stripeEventJob, { eventId: id })
}
