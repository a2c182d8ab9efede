import type { Stripe } from '#server/core/stripe.ts'
import type { Deps } from '#server/deps.ts'
import { movementOf, postedOf, type Range, transactionsOf } from './compare.ts'
import { keyOf, postMovement } from './movements.ts'

type TreasuryDeps = Pick<Deps, 'db' | 'stripe' | 'clock'>

async function bring({ db, clock }: TreasuryDeps, t: Stripe.BalanceTransaction): Promise<void> {
  if (t.currency !== 'usd') return
  await db.transaction().execute(tx => postMovement(tx, movementOf(t), { now: clock.now() }))
}

/** Posts the balance effect of a top-up, or of a payout to our bank; a failed one twice: out and back. */
export async function bringSource(deps: TreasuryDeps, source: string): Promise<void> {
  if (!deps.stripe) throw new Error('This server has no account at Stripe')
  for await (const t of deps.stripe.client.balanceTransactions.list({ source, limit: 100 }))
    await bring(deps, t)
}

/**
 * Posts movements that no event reported.
 * @param owners what other slices do about movements of their objects, by Stripe's type; all others are
 * posted here
 * @param guard isolates failures of single movements
 */
export async function bringMissed(
  deps: TreasuryDeps,
  range: Range,
  owners: Record<string, (t: Stripe.BalanceTransaction) => Promise<void>>,
  guard: (id: string, work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  if (!deps.stripe) return
  const { client } = deps.stripe
  for await (const t of transactionsOf(client, range)) {
    const key = keyOf(movementOf(t))
    if ((await postedOf(deps.db, [key])).has(key)) continue
    const dispute = t.reporting_category === 'dispute' || t.reporting_category === 'dispute_reversal'
    const owner = owners[dispute ? 'dispute' : t.type]
    await guard(t.id, () => (owner ? owner(t) : bring(deps, t)))
  }
}
