import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { purgeSamples, returnMultipliers } from '#server/earnings/index.ts'
import { foldBalances } from '#server/ledger/index.ts'
import {
  endGraces,
  endPlansOfDeleted,
  reconcileSubscriptions,
  retryComparisons,
  wakeEvents,
} from '#server/subscriptions/index.ts'
import { stripeFunds } from './adapters/stripe.ts'
import { escrowOfDeleted } from './escrow.ts'
import { proveLedger } from './proof/prove.ts'
import { runSchedule, wakePayouts } from './schedule.ts'
import { checkFunding } from './views/funding.ts'

/** Proves the ledger once a day and keeps what was found. */
async function daily(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const day = now.toISOString().slice(0, 10)
  const done = await deps.db
    .selectFrom('ledger_checks')
    .select('day')
    .where(sql<boolean>`day = ${day}::date`)
    .executeTakeFirst()
  if (done) return
  await deps.db.transaction().execute(tx => purgeSamples(tx, now))
  await foldBalances(deps.db)
  await proveLedger(deps)
}

/** Wakes the payouts that Stripe's balance covers, unless Stripe refuses our key; tells admins what is missing. */
export async function wakeFunded(deps: Deps): Promise<void> {
  if (!deps.stripe) return wakePayouts(deps)
  const balance = await checkFunding(deps, stripeFunds(deps.stripe.client))
  if (balance) await wakePayouts(deps, balance.availableCents)
}

/** Everything about money that nobody asks for: scheduled payouts, what waits, the daily proof. */
export async function moneyRound(deps: Deps): Promise<void> {
  const steps = {
    wakeEvents,
    endGraces,
    endPlansOfDeleted,
    returnMultipliers,
    runSchedule,
    escrowOfDeleted,
    wakeFunded,
    retryComparisons,
    compare: (given: Deps) => reconcileSubscriptions(given),
    // Whatever failed before, the ledger is proved.
    daily,
  }
  const failures: unknown[] = []
  for (const [step, work] of Object.entries(steps))
    try {
      await work(deps)
    } catch (error) {
      // What fails in one step stops none of the others.
      deps.log.error({ err: error, step }, 'a step of the money round failed')
      failures.push(error)
    }
  if (failures.length) throw new AggregateError(failures, 'The money round was not complete')
}
