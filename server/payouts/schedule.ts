import { sql } from 'kysely'
import { payoutFrequencies } from '#contract/money/constants.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { payoutJob } from './jobs.ts'
import { type PayoutDeps, requestPayout } from './request-payout.ts'
import { periodName } from './rules.ts'
import { unfinishedPayouts } from './store.ts'

/** Creators with this frequency whose unpaid balance reaches their threshold. */
async function due(db: PayoutDeps['db'], frequency: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select a.user_id from ledger_accounts a left join payout_settings s on s.user_id = a.user_id
    where a.kind in ('creator_pending', 'creator_payable') and coalesce(s.frequency, 'monthly') = ${frequency}
    group by a.user_id, s.threshold_cents
    having sum(a.balance) >= coalesce(s.threshold_cents, 5000)::bigint * 10000
    order by a.user_id`.execute(db)
  return rows.map(r => r.user_id)
}

/**
 * Pays everybody whose period has begun, once per period: a run that was cut off goes on where it was, and a server
 * that was down on the day pays later. Who cannot be paid is left for the next period.
 * @returns how many payouts were made
 */
export async function runSchedule(deps: PayoutDeps): Promise<number> {
  let made = 0
  for (const frequency of payoutFrequencies) {
    const now = deps.clock.now()
    const period = periodName(frequency, now)
    const done = await deps.db
      .selectFrom('payout_runs')
      .select('period')
      .where('frequency', '=', frequency)
      .where('period', '=', period)
      .executeTakeFirst()
    if (done) continue
    for (const userId of await due(deps.db, frequency))
      try {
        await requestPayout(deps, userId, period)
        made += 1
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        deps.log.info({ userId, reason: error.message }, 'no scheduled payout')
      }
    await deps.db
      .insertInto('payout_runs')
      .values({ frequency, period, finished_at: now })
      .onConflict(c => c.doNothing())
      .execute()
  }
  return made
}

/** Wakes every payout that is not finished: those that were waiting for something, and those whose job gave up. */
export async function wakePayouts({ db, jobs }: Pick<PayoutDeps, 'db' | 'jobs'>): Promise<void> {
  for (const { id } of await unfinishedPayouts(db)) await jobs.send(db, payoutJob, { payoutId: id })
}
