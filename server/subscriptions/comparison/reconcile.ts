import { apart, runNightly } from '#server/core/nightly.ts'
import { endPlan } from '../pending-change.ts'
import { notePlan } from '../plan-history.ts'
import { entitledTier, graceUntil } from '../rules.ts'
import { currentSubscription, standingOf } from '../store.ts'
import { type SyncDeps, syncSubscription } from '../sync.ts'
import { compareAgain, compareTask, comparisonSteps } from './compare.ts'

const pageSize = 500

/**
 * Compares every plan with Stripe once a day, to catch missed events. Uses Stripe's lists, and fetches single
 * objects only where they differ. An interrupted run resumes where it stopped.
 * @param again even if today's run is finished
 */
export async function reconcileSubscriptions(deps: SyncDeps, { again = false } = {}): Promise<void> {
  if (!deps.stripe) return
  await runNightly(deps, compareTask, comparisonSteps(deps, deps.stripe.client), { again })
}

/** Retries what an earlier comparison failed to do, each separately. */
export async function retryComparisons(deps: SyncDeps): Promise<void> {
  if (deps.stripe) await compareAgain(deps)
}

/** Records plans whose grace period has ended, because Stripe sends no event for it. */
export async function endGraces(deps: Pick<SyncDeps, 'db' | 'clock' | 'log'>): Promise<void> {
  const { db, clock } = deps
  const now = clock.now()
  let cursor = ''
  while (true) {
    const page = await db
      .selectFrom('subscriptions')
      .select('user_id')
      .distinct()
      .where('status', '=', 'past_due')
      .where('user_id', '>', cursor)
      .orderBy('user_id')
      .limit(pageSize)
      .execute()
    for (const { user_id: userId } of page)
      await apart(deps, 'plans.graces', userId, async () => {
        const standing = standingOf(await currentSubscription(db, userId))
        if (standing?.pastDueSince && entitledTier(standing, now) === 'free')
          await db
            .transaction()
            .execute(tx => notePlan(tx, userId, 'free', graceUntil(standing.pastDueSince as Date)))
      })
    cursor = page.at(-1)?.user_id ?? cursor
    if (page.length < pageSize) return
  }
}

/** Ends the plans of deleted accounts, so that no one is charged for a plan they can't use. */
export async function endPlansOfDeleted(deps: SyncDeps): Promise<void> {
  if (!deps.stripe) return
  const rows = await deps.db
    .selectFrom('subscriptions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.id')
    .where('u.deleted_at', 'is not', null)
    .where('s.status', 'not in', ['canceled', 'incomplete_expired'])
    .execute()
  const { client } = deps.stripe
  for (const { id } of rows)
    await apart(deps, 'plans.end', id, async () => {
      const s = await client.subscriptions.retrieve(id)
      if (s.status !== 'canceled' && s.status !== 'incomplete_expired') await endPlan(client, s)
      await syncSubscription(deps, id)
    })
}
