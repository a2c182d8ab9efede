import { sql } from 'kysely'
import { type PayoutFrequency, payoutFrequencies } from '#contract/money/constants.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { payoutJob } from './jobs.ts'
import { type PayoutDeps, requestPayout } from './request-payout.ts'
import { periodName } from './rules.ts'
import { unfinishedPayouts } from './store.ts'

const pageSize = 500

/** A page of creators with this frequency whose unpaid balance reaches their threshold. @param cursor the last one */
async function due(db: PayoutDeps['db'], frequency: string, cursor: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select a.user_id from ledger_accounts a left join payout_settings s on s.user_id = a.user_id
    where a.kind in ('creator_pending', 'creator_payable') and coalesce(s.frequency, 'monthly') = ${frequency}
      and a.user_id > ${cursor}
    group by a.user_id, s.threshold_cents
    having sum(a.balance) >= coalesce(s.threshold_cents, 5000)::bigint * 10000
    order by a.user_id limit ${pageSize}`.execute(db)
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
    let failed = 0
    let page: string[] = []
    do {
      page = await due(deps.db, frequency, page.at(-1) ?? '')
      for (const userId of page) {
        const outcome = await payOne(deps, userId, period)
        if (outcome === 'made') made += 1
        if (outcome === 'failed') failed += 1
      }
    } while (page.length === pageSize)
    // Who could not be worked on is tried again with the next round, and those who are paid are found paid.
    if (failed) continue
    await finish(deps, frequency, period, now)
  }
  return made
}

/** One person's scheduled payout; what goes wrong with it stops nobody else's. */
async function payOne(deps: PayoutDeps, userId: string, period: string): Promise<'made' | 'none' | 'failed'> {
  try {
    await requestPayout(deps, userId, period)
    return 'made'
  } catch (error) {
    const reason = error instanceof AppError ? error.message : isThere(error) ? 'it is there already' : null
    if (reason === null)
      deps.log.error({ err: error, userId, period }, 'a scheduled payout could not be made')
    else deps.log.info({ userId, reason }, 'no scheduled payout')
    return reason === null ? 'failed' : 'none'
  }
}

/** This period's payout was made before: by the run that was cut off, or by another server. */
const isThere = (error: unknown): boolean =>
  error instanceof Error &&
  'constraint' in error &&
  (error.constraint === 'payouts_once_a_period' || error.constraint === 'payouts_one_going')

/** Notes that a run is worked through, with what it has to send. */
async function finish(
  { db, log }: PayoutDeps,
  frequency: PayoutFrequency,
  period: string,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(net), 0)::bigint / 10000 as cents from payouts
    where origin = ${period} and method = 'stripe' and status <> 'failed'`.execute(db)
  const needed_cents = rows[0]?.cents ?? 0
  log.info({ frequency, period, neededCents: needed_cents }, 'a run of payouts is worked through')
  await db
    .insertInto('payout_runs')
    .values({ frequency, period, finished_at: now, needed_cents })
    .onConflict(c => c.doNothing())
    .execute()
}

/** Wakes every payout that is not finished: those that were waiting for something, and those whose job gave up. */
export async function wakePayouts({ db, jobs }: Pick<PayoutDeps, 'db' | 'jobs'>): Promise<void> {
  for (const { id } of await unfinishedPayouts(db)) await jobs.send(db, payoutJob, { payoutId: id })
}
