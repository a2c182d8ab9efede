import type { Deps } from '#server/deps.ts'
import { checkLedger } from '#server/ledger/index.ts'
import { json } from '#server/platform/db/json.ts'
import { describeDifference } from '#server/treasury/index.ts'
import { compareBalance } from '../compare-balance.ts'

/** What differs between the ledger and Stripe, or why it could not be compared: the ledger is proved either way. */
async function comparedBalance(deps: Deps) {
  try {
    return { differences: await compareBalance(deps), failure: null }
  } catch (error) {
    return { differences: [], failure: error }
  }
}

/**
 * Proves the ledger, compares it with Stripe's balance, and keeps what was found as the check of the day.
 * @param onRule told after each rule of the ledger how many are done, of how many
 * @throws what kept Stripe's balance from being compared, once the findings are kept
 */
export async function proveLedger(
  deps: Deps,
  onRule?: (done: number, of: number) => Promise<void>,
): Promise<void> {
  const { differences, failure } = await comparedBalance(deps)
  const { findings: faults, entries } = await checkLedger(deps.db, onRule)
  const findings = [
    ...faults,
    ...differences.map(one => ({
      rule: 'The balance at Stripe is that of the ledger',
      detail: describeDifference(one),
    })),
  ]
  const checked_at = deps.clock.now()
  const kept = { findings: json(findings), checked_at }
  await deps.db
    .insertInto('ledger_checks')
    .values({ day: checked_at.toISOString().slice(0, 10), ...kept })
    .onConflict(c => c.column('day').doUpdateSet(kept))
    .execute()
  if (findings.length) deps.log.error({ findings: findings.slice(0, 20) }, 'the ledger is not right')
  else deps.log.info({ entries }, 'the ledger is right')
  if (failure) throw failure
}
