import { z } from 'zod'
import type { Database } from '#server/core/db/database.ts'
import { json } from '#server/core/db/json.ts'
import { defineJob } from '#server/core/jobs/definition.ts'
import type { Jobs } from '#server/core/jobs/jobs.ts'
import { jobOf } from '#server/core/module.ts'
import type { Deps } from '#server/deps.ts'
import { returnMultipliers } from '#server/earnings/index.ts'
import { type EventDeps, handlers } from './handlers.ts'
import type { StoredEvent } from './rules.ts'

/** Handles one Stripe event. */
const stripeEventJob = defineJob({
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
 */
export async function handleEvent(deps: EventDeps, eventId: string): Promise<void> {
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
  await handlers[event.account ? `connected ${kind}` : kind]?.(deps, id, event)
  await deps.db
    .updateTable('stripe_events')
    .set({ processed_at: deps.clock.now() })
    .where('id', '=', eventId)
    .execute()
}

export const stripeEventHandler = jobOf<Deps, { eventId: string }>(stripeEventJob, {
  async run(system, { eventId }) {
    await handleEvent(system, eventId)
    await returnMultipliers(system)
  },
  giveUp: async (_system, data, { log }) => log.error(data, 'an event of Stripe could not be worked on'),
})

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
