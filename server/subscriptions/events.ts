import { z } from 'zod'
import type { Database } from '#server/core/db/database.ts'
import { json } from '#server/core/db/json.ts'
import { defineJob } from '#server/core/jobs/definition.ts'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import { syncCredit } from './credits/sync-credit.ts'
import { syncWarning } from './desk/warnings.ts'
import { syncDispute } from './disputes/sync-dispute.ts'
import { takeOverCard } from './portal.ts'
import type { StoredEvent } from './rules.ts'
import { type SyncDeps, syncInvoice, syncPayment, syncSubscription } from './sync.ts'

/** Handles one Stripe event. */
export const stripeEventJob = defineJob({
  name: 'stripe.event',
  schema: z.object({ eventId: z.string() }),
  key: data => data.eventId,
  // Pauses grow to five minutes: about three days, with the hourly round behind it.
  retries: 60,
  timeoutSeconds: 120,
  concurrency: 2,
})

/** Stores an event under its own id, once, together with its job. */
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
 * An event only says that something changed; its object is fetched again. So duplicates, reordering and days
 * of delay have the same result.
 * @param others what other slices do with their objects, by Stripe's object name
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
  // A connected account's objects are not ours to sync under the same names.
  if (event.account) await others[`connected ${kind}`]?.(id, event.account)
  else if (kind === 'subscription') await syncSubscription(deps, id)
  else if (kind === 'invoice') await syncInvoice(deps, id)
  else if (kind === 'customer') {
    if (event.data?.previous_attributes?.invoice_settings) await takeOverCard(deps, id)
    await syncCredit(deps, id)
  } else if (kind === 'dispute') await syncDispute(deps, id)
  else if (kind === 'radar.early_fraud_warning') await syncWarning(deps, id)
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
