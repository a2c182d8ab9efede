import { sentences as notices } from '#sentences/payouts.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { notifyAdmins } from '#server/notifications/index.ts'

type StopDeps = Pick<Deps, 'db' | 'clock' | 'log'>

/** Why payouts are stopped, as a sentence for admins; null when they aren't. */
export async function stopReason(db: Queryable): Promise<string | null> {
  const row = await db.selectFrom('payout_stops').select('reason').executeTakeFirst()
  return row?.reason ?? null
}

/** Stops every payout because Stripe refuses our key, and raises one alarm. No payout fails because of it. */
export async function stopPayouts({ db, clock, log }: StopDeps, said: string): Promise<void> {
  const reason = String(notices.keyRefused({ said }))
  const now = clock.now()
  await db.transaction().execute(async tx => {
    const fresh = await tx
      .insertInto('payout_stops')
      .values({ reason, stopped_at: now })
      .onConflict(c => c.column('one').doNothing())
      .returning('one')
      .executeTakeFirst()
    if (!fresh) return
    log.error({ reason }, 'payouts have stopped')
    await notifyAdmins(tx, {
      title: notices.stoppedTitle,
      message: notices.stoppedMessage({ said }),
      eventKey: `payouts_stopped:${now.toISOString()}`,
    })
  })
}

/** Resumes payouts. */
export async function endStop({ db, log }: Pick<StopDeps, 'db' | 'log'>): Promise<void> {
  const ended = await db.deleteFrom('payout_stops').returning('one').executeTakeFirst()
  if (ended) log.info('payouts go again')
}
