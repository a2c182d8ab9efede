import { type PlanFacts, planOf, type Tier } from '#contract/money/constants.ts'
import type { Database, Queryable, Tx } from '#server/core/db/database.ts'
import type { InvoiceRow } from './store.ts'

/** A plan invoice that nothing pays any more: see credits/rules.ts. */
export interface GivenBack {
  invoiceId: string
  userId: string
  plan: PlanFacts
  /** the card's bank took all or the rest of it back */
  disputed: boolean
  from: Date
  /** exclusive */
  to: Date
}

/** Fully returned invoices whose views still earn by their plan. */
export async function unreturnedInvoices(db: Queryable): Promise<{ id: string }[]> {
  return db
    .selectFrom('billing_invoices')
    .select('id')
    .where('status', '=', 'paid')
    .where('unpaid', '=', true)
    .where('terms_returned_at', 'is', null)
    .orderBy('created_at')
    .limit(1000)
    .execute()
}

/**
 * The plan of such an invoice, locked until the transaction ends; null: already done, or it names no plan.
 */
async function lockGivenBack(tx: Tx, id: string): Promise<GivenBack | null> {
  const row = await tx
    .selectFrom('billing_invoices')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row?.tier || !row.period_start || !row.period_end) return null
  if (row.terms_returned_at || !row.unpaid) return null
  const [from, to] = [row.period_start, row.period_end]
  return {
    invoiceId: id,
    userId: row.user_id,
    plan: planOf(row.tier),
    disputed: row.lost_cents > 0,
    from,
    to,
  }
}

const covers = (row: InvoiceRow, at: Date): boolean =>
  row.period_start !== null && row.period_end !== null && row.period_start <= at && at < row.period_end

/**
 * The plan that a person would have had at a time without an invoice: the best of the others that stay paid,
 * but no better one.
 */
async function plansWithout(tx: Tx, { userId, invoiceId, plan }: GivenBack): Promise<(at: Date) => Tier> {
  const others = await tx
    .selectFrom('billing_invoices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '<>', invoiceId)
    .where('status', '=', 'paid')
    .where('unpaid', '=', false)
    .execute()
  return at =>
    others
      .filter(row => covers(row, at))
      .map(row => row.tier ?? 'free')
      .map(tier => (planOf(tier).multiplier > plan.multiplier ? plan.tier : tier))
      .reduce<Tier>((best, tier) => (planOf(tier).multiplier > planOf(best).multiplier ? tier : best), 'free')
}

/** Removes a plan from the history of its period, so that late views don't earn by it either. */
async function forgetPlan(
  tx: Tx,
  { userId, plan, from, to }: GivenBack,
  tierWithout: (at: Date) => Tier,
): Promise<void> {
  const history = await tx
    .selectFrom('plan_changes')
    .select(['at', 'tier'])
    .where('user_id', '=', userId)
    .orderBy('at')
    .execute()
  const inForce = (at: Date) => history.findLast(change => change.at <= at)?.tier ?? 'free'
  const [first, last] = [inForce(from), inForce(to)]
  const changed: { at: Date; tier: Tier }[] = [
    ...(first === plan.tier ? [{ at: from, tier: tierWithout(from) }] : []),
    ...history
      .filter(({ at, tier }) => at > from && at < to && tier === plan.tier)
      .map(({ at }) => ({ at, tier: tierWithout(at) })),
    ...(last === plan.tier && !history.some(({ at }) => at.getTime() === to.getTime())
      ? [{ at: to, tier: last }]
      : []),
  ]
  for (const { at, tier } of changed)
    await tx
      .insertInto('plan_changes')
      .values({ user_id: userId, at, tier })
      .onConflict(c => c.columns(['user_id', 'at']).doUpdateSet({ tier }))
      .execute()
}

/**
 * Ends a plan's benefits after its payment was returned, once, in one transaction: its history here, its
 * views through the caller.
 * @param reprice changes the period's views to what they earn without the plan
 */
export async function returnTerms(
  db: Database,
  { invoiceId, now }: { invoiceId: string; now: Date },
  lock: (tx: Tx, userId: string) => Promise<void>,
  reprice: (tx: Tx, plan: GivenBack, tierWithout: (at: Date) => Tier) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const known = await tx
      .selectFrom('billing_invoices')
      .select('user_id')
      .where('id', '=', invoiceId)
      .executeTakeFirst()
    if (!known) return
    await lock(tx, known.user_id)
    const given = await lockGivenBack(tx, invoiceId)
    if (given) {
      const tierWithout = await plansWithout(tx, given)
      // The rest of the period is paused by the plan's own state.
      await forgetPlan(tx, { ...given, to: given.to < now ? given.to : now }, tierWithout)
      await reprice(tx, given, tierWithout)
    }
    await tx
      .updateTable('billing_invoices')
      .set({ terms_returned_at: now })
      .where('id', '=', invoiceId)
      .where('unpaid', '=', true)
      .execute()
  })
}
