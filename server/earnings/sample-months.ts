import { sql } from 'kysely'
import type { Database, Tx } from '#server/core/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { samplesKeptFrom } from './rules.ts'

/** Partitions are there for this month and so many more. */
const monthsAhead = 2
/** Samples that a transaction folds. */
const perBatch = 50_000

const firstOf = (now: Date, ahead: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead))
/** 2027_01, as in the names of partitions */
const inName = (month: Date) => month.toISOString().slice(0, 7).replace('-', '_')

/** The end of each partition but the default one, exclusive, by its name: view_samples_2027_01, view_samples_until_2027_01. */
async function partitionEnds(db: Database | Tx): Promise<Map<string, Date>> {
  const { rows } = await sql<{ name: string; month: string; until: boolean }>`
    select relname as name, right(relname, 7) as month, relname like '%\\_until\\_%' as until
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'view_samples'::regclass and relname <> 'view_samples_default'`.execute(db)
  return new Map(
    rows.map(({ name, month, until }) => [
      name,
      firstOf(new Date(`${month.replace('_', '-')}-01T00:00:00Z`), until ? 0 : 1),
    ]),
  )
}

/**
 * One server at a time. Gives up on a lock before PostgreSQL looks for deadlocks (1 s), so that no count ever fails for it:
 * the next run tries again.
 */
const alone = (db: Database, work: (tx: Tx) => Promise<void>) =>
  db.transaction().execute(async tx => {
    await sql`set local lock_timeout = '500ms'`.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtextextended('earnings:sample-months', 0))`.execute(tx)
    await work(tx)
  })

/** Adds a month's partition, with what the default partition holds of it. */
async function addMonth(tx: Tx, from: Date, to: Date): Promise<void> {
  const month = sql.table(`view_samples_${inName(from)}`)
  await sql`create table ${month} (like view_samples including constraints)`.execute(tx)
  await sql`with moved as (delete from view_samples_default
      where sampled_at >= ${from} and sampled_at < ${to} returning *)
    insert into ${month} select * from moved`.execute(tx)
  await sql`alter table view_samples attach partition ${month}
    for values from (${sql.lit(from.toISOString())}) to (${sql.lit(to.toISOString())})`.execute(tx)
}

/** Makes the partitions of this month and the next ones that aren't there. Until then the default one takes their samples. */
export const makeSampleMonths = (db: Database, now: Date): Promise<void> =>
  alone(db, async tx => {
    const ends = await partitionEnds(tx)
    for (let ahead = 0; ahead <= monthsAhead; ahead++) {
      const [from, to] = [firstOf(now, ahead), firstOf(now, ahead + 1)]
      const first = [...ends].find(([name]) => name.includes('_until_'))
      if (ends.has(`view_samples_${inName(from)}`) || (first && first[1] > from)) continue
      await addMonth(tx, from, to)
    }
  })

/**
 * Replaces the samples that are too old to matter by one for each counter: the newest of them, from which the later ones
 * count on. The ledger keeps the entries. In short transactions, oldest first.
 */
export async function foldSamples(db: Database, now: Date): Promise<void> {
  const horizon = samplesKeptFrom(now)
  for (;;) {
    // As text: a Date has no microseconds, and the loop would not end.
    const { rows } = await sql<{ at: string }>`
      select sampled_at::text as at from view_samples where sampled_at < ${horizon}
      order by sampled_at offset ${perBatch} limit 1`.execute(db)
    const before = rows[0]?.at ?? horizon
    await sql`
      with gone as (delete from view_samples where sampled_at <= ${before}::timestamptz and sampled_at < ${horizon} returning *)
      insert into folded_samples as f (counter_id, sampled_at, views, rate_micros, viral_score, viral_multiplier,
        plan_multiplier, creator_percent)
      select distinct on (counter_id) counter_id, sampled_at, views, rate_micros, viral_score, viral_multiplier,
        plan_multiplier, creator_percent
      from gone order by counter_id, sampled_at desc
      on conflict (counter_id) do update set sampled_at = excluded.sampled_at, views = excluded.views,
        rate_micros = excluded.rate_micros, viral_score = excluded.viral_score,
        viral_multiplier = excluded.viral_multiplier, plan_multiplier = excluded.plan_multiplier,
        creator_percent = excluded.creator_percent
        where f.sampled_at < excluded.sampled_at`.execute(db)
    if (rows.length === 0) return
  }
}

/** Drops the partitions of months whose samples are all folded. One that holds a sample stays. */
const dropSampleMonths = (db: Database, now: Date): Promise<void> =>
  alone(db, async tx => {
    for (const [name, end] of await partitionEnds(tx)) {
      if (end > samplesKeptFrom(now)) continue
      const month = sql.table(name)
      const isEmpty = async () => (await sql`select from ${month} limit 1`.execute(tx)).rows.length === 0
      if (!(await isEmpty())) continue
      await sql`lock table view_samples in access exclusive mode`.execute(tx)
      if (await isEmpty()) await sql`drop table ${month}`.execute(tx)
    }
  })

/** Makes the coming months' partitions, folds old samples, and drops months that are empty by then. */
export async function keepSampleMonths({ db, clock }: Pick<Deps, 'clock'> & { db: Database }): Promise<void> {
  const now = clock.now()
  await makeSampleMonths(db, now)
  await foldSamples(db, now)
  await dropSampleMonths(db, now)
}
