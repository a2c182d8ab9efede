import { json } from '#server/core/db/json.ts'
import type { Deps } from '#server/deps.ts'
import { checkLedger, describeDifference } from '#server/ledger/index.ts'
import { compareBalance } from '../compare-balance.ts'

/**
 * Differences between the ledger and Stripe, or why they couldn't be compared: the ledger is checked either
 * way.
 */
async function comparedBalance(deps: Deps) {
  try {
    return { differences: await compareBalance(deps), failure: null }
  } catch (error) {
    return { differences: [], failure: error }
  }
}

/**
 * Checks the ledger, compares it with Stripe's balance, and saves the findings as the check of the day.
 * @param onRule called after each rule with how many are done, and the total
 * @throws the error that prevented the comparison with Stripe, once the findings are saved
 */
export async function proveLedger(deps: Deps, onRule?: (done: number, of: number) => void): Promise<void> {
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
