import { sql } from 'kysely'
import { type PayoutFrequency, payoutFrequencies } from '#contract/money/constants.ts'
import { AppError } from '#server/core/http/errors.ts'
import { apart, failedBefore, runNightly, type Step } from '#server/core/nightly.ts'
import { type PayoutDeps, payoutJob, requestPayouts } from './request-payout.ts'
import { periodName, periodStart } from './rules.ts'
import { dueWith, type UnfinishedPlace, unfinishedPayouts } from './store.ts'

const pageSize = 200

/** A frequency's run for one period. */
interface Run {
  frequency: PayoutFrequency
  period: string
  /** the first day of the period, which identifies the run */
  round: string
  /** key of its stored progress and failures */
  task: string
}

function runOf(frequency: PayoutFrequency, now: Date): Run {
  const round = periodStart(frequency, now).toISOString().slice(0, 10)
  return { frequency, period: periodName(frequency, now), round, task: `payouts.${frequency}` }
}

/**
 * A page of creators with this frequency whose unpaid balance reaches their threshold.
 * @param within those after a cursor, or among given people
 */
async function due(
  db: PayoutDeps['db'],
  frequency: PayoutFrequency,
  within: { after: string } | { among: readonly string[] },
): Promise<string[]> {
  const whose =
    'after' in within ? sql`user_id > ${within.after}` : sql`user_id = any(${within.among}::text[])`
  const { rows } = await sql<{ user_id: string }>`
    select user_id from (${dueWith(frequency)}) due where ${whose} order by user_id limit ${pageSize}`.execute(
    db,
  )
  return rows.map(r => r.user_id)
}

/** Pays these people in one transaction. @returns how many payouts were created */
async function payTogether(deps: PayoutDeps, userIds: readonly string[], { period }: Run): Promise<number> {
  let made = 0
  for (const [userId, outcome] of await requestPayouts(deps, userIds, period))
    if (outcome instanceof AppError)
      deps.log.info({ userId, period, reason: outcome.message }, 'no scheduled payout')
    else made += 1
  return made
}

/** One person's scheduled payout; a failure stops no one else's, and it is retried separately. */
async function payApart(deps: PayoutDeps, userId: string, run: Run): Promise<number> {
  let made = 0
  await apart(deps, run.task, userId, async () => {
    try {
      made = await payTogether(deps, [userId], run)
    } catch (error) {
      if (!isThere(error)) throw error
      deps.log.info({ userId, period: run.period, reason: 'it is there already' }, 'no scheduled payout')
    }
  })
  return made
}

/** Pays a page together. If that fails, tries its halves, until the failing person is alone. */
async function payPage(deps: PayoutDeps, userIds: readonly string[], run: Run): Promise<number> {
  const [one] = userIds
  if (one === undefined) return 0
  if (userIds.length === 1) return payApart(deps, one, run)
  try {
    return await payTogether(deps, userIds, run)
  } catch (error) {
    deps.log.warn({ err: error, period: run.period, people: userIds.length }, 'a page of payouts is split')
    const half = Math.ceil(userIds.length / 2)
    return (
      (await payPage(deps, userIds.slice(0, half), run)) + (await payPage(deps, userIds.slice(half), run))
    )
  }
}

/** The people of a run, page by page. */
const payeesStep = (deps: PayoutDeps, run: Run, count: (made: number) => void): Step => ({
  name: 'payees',
  async page(cursor) {
    const userIds = await due(deps.db, run.frequency, { after: cursor ?? '' })
    const made = await payPage(deps, userIds, run)
    count(made)
    return {
      cursor: userIds.length === pageSize ? (userIds.at(-1) as string) : null,
      objects: userIds.length,
      differed: made,
    }
  },
})

/** Retries people who failed earlier, each separately. @returns how many payouts were created */
async function payFailedBefore(deps: PayoutDeps, run: Run): Promise<number> {
  const failed = await failedBefore(deps, run.task, pageSize)
  const stillDue = new Set(await due(deps.db, run.frequency, { among: failed }))
  let made = 0
  for (const userId of failed)
    if (stillDue.has(userId)) made += await payApart(deps, userId, run)
    else await apart(deps, run.task, userId, async () => undefined)
  return made
}

/**
 * Pays everyone whose period has started, once per period. It goes page by page and saves its progress, so a
 * killed run resumes where it stopped; a server that was down on the day pays later. People who can't be paid
 * are left for the next period; failures are retried after an hour, then two, four, at most a day.
 * @returns how many payouts were created
 */
export async function runSchedule(deps: PayoutDeps): Promise<number> {
  let made = 0
  for (const frequency of payoutFrequencies) {
    const now = deps.clock.now()
    const run = runOf(frequency, now)
    made += await payFailedBefore(deps, run)
    const done = await deps.db
      .selectFrom('payout_runs')
      .select('period')
      .where('frequency', '=', frequency)
      .where('period', '=', run.period)
      .executeTakeFirst()
    if (done) continue
    const step = payeesStep(deps, run, more => {
      made += more
    })
    await runNightly(deps, run.task, [step], { round: run.round })
    await finish(deps, frequency, run.period, now)
  }
  return made
}

/** This period's payout already exists: made by the interrupted run, or by another server. */
const isThere = (error: unknown): boolean =>
  error instanceof Error &&
  'constraint' in error &&
  (error.constraint === 'payouts_once_a_period' || error.constraint === 'payouts_one_going')

/** Records that a run is complete, and enqueues its payouts. */
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

const wakeSize = 500

/**
 * Wakes the unfinished payouts: those waiting for something, and those whose job gave up. Of the unsent ones,
 * only the oldest that the money covers; asking Stripe for the others would be pointless.
 * @param availableCents available balance; null when unknown
 */
export async function wakePayouts(
  { db, jobs, clock }: Pick<PayoutDeps, 'db' | 'jobs' | 'clock'>,
  availableCents: number | null = null,
): Promise<void> {
  let left = availableCents ?? Number.POSITIVE_INFINITY
  let after: UnfinishedPlace | undefined
  for (;;) {
    const page = await unfinishedPayouts(db, { now: clock.now(), after, limit: wakeSize })
    const covered = page.filter(({ openCents }) => {
      if (openCents > left) return false
      left -= openCents
      return true
    })
    await jobs.sendAll(
      db,
      payoutJob,
      covered.map(({ id }) => ({ payoutId: id })),
    )
    after = page.at(-1)
    if (page.length < wakeSize) return
  }
}
