import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { returnMultipliers } from '#server/earnings/index.ts'
import { foldBalances } from '#server/ledger/index.ts'
import {
  endGraces,
  endPlansOfDeleted,
  finishRecalls,
  reconcileSubscriptions,
  retryComparisons,
} from '#server/subscriptions/index.ts'
import { escrowOfDeleted } from './escrow.ts'
import { proveLedger } from './proof/prove.ts'
import { runSchedule, wakePayouts } from './schedule.ts'
import { checkFunding } from './views/funding.ts'

/** Checks the ledger once a day and saves the findings. */
async function daily(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const day = now.toISOString().slice(0, 10)
  const done = await deps.db
    .selectFrom('ledger_checks')
    .select('day')
    .where(sql<boolean>`day = ${day}::date`)
    .executeTakeFirst()
  if (done) return
  await foldBalances(deps.db)
  await proveLedger(deps)
}

/**
 * Wakes the payouts covered by Stripe's balance, unless Stripe refuses our key; tells admins how much is
 * missing.
 */
export async function wakeFunded(
  deps: Pick<Deps, 'db' | 'jobs' | 'stripe' | 'clock' | 'log'>,
): Promise<void> {
  if (!deps.stripe) return wakePayouts(deps)
  const balance = await checkFunding(deps, deps.stripe.client)
  if (balance) await wakePayouts(deps, balance.availableCents)
}

/**
 * Everything about money that runs on a schedule: scheduled payouts, waiting payouts, the daily ledger check.
 */
export async function moneyRound(deps: Deps): Promise<void> {
  const steps = {
    endGraces,
    endPlansOfDeleted,
    finishRecalls,
    returnMultipliers,
    runSchedule,
    escrowOfDeleted,
    wakeFunded,
    retryComparisons,
    compare: (given: Deps) => reconcileSubscriptions(given),
    // The ledger is checked even when earlier steps failed.
    daily,
  }
  const failures: unknown[] = []
  for (const [step, work] of Object.entries(steps))
    try {
      await work(deps)
    } catch (error) {
      // A failed step stops none of the others.
      deps.log.error({ err: error, step }, 'a step of the money round failed')
      failures.push(error)
    }
  if (failures.length) throw new AggregateError(failures, 'The money round was not complete')
}
