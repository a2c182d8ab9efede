import { sql } from 'kysely'
import { sentences as notices } from '#sentences/payouts.ts'
import { json } from '#server/core/db/json.ts'
import type { Stripe } from '#server/core/stripe.ts'
import type { Deps } from '#server/deps.ts'
import {
  compareWithStripe,
  type Difference,
  describeDifference,
  firstComparable,
  postMissed,
} from '#server/ledger/index.ts'
import { notifyAdmins } from '#server/notifications/index.ts'
import { syncDispute, syncPayment } from '#server/subscriptions/index.ts'
import { syncTransfer } from './sync.ts'

const hourMs = 3600_000
/** Events may be days late, so this much of the compared range is compared again. */
const overlapMs = 3 * 24 * hourMs

const sourceOf = ({ source }: Stripe.BalanceTransaction): string =>
  typeof source === 'string' ? source : (source?.id ?? '')

type CompareDeps = Pick<Deps, 'db' | 'stripe' | 'clock' | 'log'>

/** Asks about the objects behind movements that no event reported. */
function owners(deps: CompareDeps, client: Stripe): Parameters<typeof postMissed>[2] {
  const charge = async (t: Stripe.BalanceTransaction) => {
    const { payment_intent } = await client.charges.retrieve(sourceOf(t))
    await syncPayment(deps, payment_intent as string | null)
  }
  const refund = async (t: Stripe.BalanceTransaction) => {
    const { payment_intent } = await client.refunds.retrieve(sourceOf(t))
    await syncPayment(deps, payment_intent as string | null, true)
  }
  const reversal = async ({ id }: Stripe.BalanceTransaction) => {
    const { source } = await client.balanceTransactions.retrieve(id, { expand: ['source'] })
    if (source && typeof source !== 'string' && 'transfer' in source && source.transfer)
      await syncTransfer(deps, source.transfer as string)
  }
  // A transfer is posted by its payout, which looks it up itself.
  const transfer = async () => undefined
  return {
    charge,
    payment: charge,
    refund,
    payment_refund: refund,
    refund_failure: refund,
    transfer_refund: reversal,
    transfer,
    dispute: t => syncDispute(deps, sourceOf(t)),
  }
}

/**
 * Posts movements of Stripe's balance that no event reported, then compares the ledger with it line by line,
 * from three days before the last comparison to an hour ago. Differences are logged, stored and reported to
 * admins.
 */
export async function compareBalance(deps: CompareDeps): Promise<Difference[]> {
  const { db, stripe, clock, log } = deps
  if (!stripe) return []
  const { rows } = await sql<{ until: Date | null }>`
    select max(until) as until from stripe_comparisons`.execute(db)
  const until = rows[0]?.until
  const from = until ? new Date(until.getTime() - overlapMs) : await firstComparable(db)
  const to = new Date(clock.now().getTime() - hourMs)
  if (!from || from >= to) return []
  await postMissed(deps, { from, to }, owners(deps, stripe.client), async (id, work) => {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error, id }, 'a movement at Stripe could not be brought')
    }
  })
  const { compared, differences } = await compareWithStripe(db, stripe.client, { from, to })
  await db.transaction().execute(async tx => {
    await tx
      .insertInto('stripe_comparisons')
      .values({
        since: from,
        until: to,
        compared,
        differences: json(differences.slice(0, 100).map(describeDifference)),
        compared_at: clock.now(),
      })
      .onConflict(c => c.doNothing())
      .execute()
    if (differences.length)
      await notifyAdmins(tx, {
        title: notices.differTitle,
        message: notices.differMessage({
          count: differences.length,
          first: describeDifference(differences[0] as Difference),
        }),
        eventKey: `stripe_differs:${to.toISOString().slice(0, 10)}`,
      })
  })
  if (differences.length) log.error({ differences: differences.length }, 'the ledger and Stripe differ')
  else log.info({ compared }, 'the ledger is what Stripe says')
  return differences
}
