import { sql } from 'kysely'
import { sentences as notices } from '#sentences/subscriptions.ts'
import { fromCents, toDollars } from '#server/core/money.ts'
import { notifyAdmins } from '#server/notifications/index.ts'
import { invoiceOf } from '../disputes/sync-dispute.ts'
import { idOf, needStripe } from '../gateway.ts'
import { bringLatest } from '../latest.ts'
import type { SyncDeps } from '../sync.ts'
import { warningDays } from './rules.ts'

const dayMs = 86_400_000

/** Syncs an early fraud warning with Stripe's current state, and notifies admins once while something can be done. */
export async function syncWarning(deps: SyncDeps, warningId: string): Promise<void> {
  const { client } = needStripe(deps.stripe)
  const ask = async () => {
    const warning = await client.radar.earlyFraudWarnings.retrieve(warningId)
    const charge = await client.charges.retrieve(idOf(warning.charge) ?? '')
    return { warning, charge, invoice: await invoiceOf(deps, client, charge) }
  }
  await bringLatest(deps.db, warningId, ask, async (tx, { warning, charge, invoice }) => {
    const warnedAt = new Date(warning.created * 1000)
    const row = {
      charge_id: charge.id,
      invoice_id: invoice?.id ?? null,
      user_id: invoice?.user_id ?? null,
      fraud_type: warning.fraud_type,
      actionable: warning.actionable,
      amount_cents: charge.amount,
      warned_at: warnedAt,
    }
    await tx
      .insertInto('early_fraud_warnings')
      .values({ id: warningId, ...row })
      .onConflict(c => c.column('id').doUpdateSet({ ...row, updated_at: sql`now()` }))
      .execute()
    if (!warning.actionable) return
    const sum = toDollars(fromCents(charge.amount))
    const day = new Date(warnedAt.getTime() + warningDays * dayMs).toISOString().slice(0, 10)
    await notifyAdmins(tx, {
      title: notices.warnedTitle({ sum, day }),
      message: notices.warnedMessage({ sum, id: warningId, reason: warning.fraud_type.replaceAll('_', ' ') }),
      link: '/admin?tab=money',
      eventKey: `fraud_warning:${warningId}`,
    })
  })
}

/** How far back warnings are compared; a dispute follows within weeks, if at all. */
const comparedDays = 60

/** Finds warnings whose events never arrived. */
export async function reconcileWarnings(
  deps: SyncDeps,
  compare: (id: string, work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  if (!deps.stripe) return
  const { client } = deps.stripe
  const gte = Math.floor(deps.clock.now().getTime() / 1000) - comparedDays * 86_400
  for await (const { id, actionable } of client.radar.earlyFraudWarnings.list({
    created: { gte },
    limit: 100,
  })) {
    const known = await deps.db
      .selectFrom('early_fraud_warnings')
      .select('actionable')
      .where('id', '=', id)
      .executeTakeFirst()
    if (known?.actionable !== actionable) await compare(id, () => syncWarning(deps, id))
  }
}
