import { Stripe } from 'stripe'
import { reconcileDisputes } from './disputes/sync-dispute.ts'
import { notePlan } from './plan-history.ts'
import { entitledTier, graceUntil } from './rules.ts'
import { currentSubscription, goingSubscriptions, invoicesWithoutFee, standingOf } from './store.ts'
import { type SyncDeps, syncInvoice, syncSubscription } from './sync.ts'

/** What fails about one object is tried again with the next round; the others are not held up. */
async function compare(deps: SyncDeps, id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    deps.log[error instanceof Stripe.errors.StripeError ? 'warn' : 'error'](
      { err: error, id },
      'a plan could not be compared with Stripe',
    )
  }
}

/**
 * Asks Stripe about every plan that goes on, about fees that are not known yet and about disputes, so that news that never came is
 * found out all the same.
 */
export async function reconcileSubscriptions(deps: SyncDeps): Promise<void> {
  if (!deps.stripe) return
  const { client } = deps.stripe
  for (const { id } of await goingSubscriptions(deps.db))
    await compare(deps, id, async () => {
      await syncSubscription(deps, id)
      for await (const invoice of client.invoices.list({ subscription: id, limit: 10 })) {
        if (!invoice.id || deps.clock.now().getTime() / 1000 - invoice.created > 40 * 86_400) break
        await syncInvoice(deps, invoice.id)
      }
    })
  for (const { id } of await invoicesWithoutFee(deps.db)) await compare(deps, id, () => syncInvoice(deps, id))
  await compare(deps, 'disputes', () => reconcileDisputes(deps, (id, work) => compare(deps, id, work)))
}

/** Notes plans whose grace has run out: nothing at Stripe tells of that moment. */
export async function endGraces({ db, clock }: Pick<SyncDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const rows = await db
    .selectFrom('subscriptions')
    .select('user_id')
    .where('status', '=', 'past_due')
    .execute()
  for (const { user_id } of rows) {
    const standing = standingOf(await currentSubscription(db, user_id))
    if (standing?.pastDueSince && entitledTier(standing, now) === 'free')
      await db
        .transaction()
        .execute(tx => notePlan(tx, user_id, 'free', graceUntil(standing.pastDueSince as Date)))
  }
}

/** Ends the plans of people whose account is gone: nobody is charged for what nobody can use. */
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
    await compare(deps, id, async () => {
      const s = await client.subscriptions.retrieve(id)
      if (s.status !== 'canceled' && s.status !== 'incomplete_expired') await client.subscriptions.cancel(id)
      await syncSubscription(deps, id)
    })
}
