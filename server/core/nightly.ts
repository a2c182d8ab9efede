import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Database } from './db/database.ts'

export interface NightlyDeps {
  db: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

/** One processed page of a step. */
export interface Page {
  /** its last object; null: it was the step's last page */
  cursor: string | null
  objects: number
  /** how many objects needed a change */
  differed: number
}
export interface Step {
  name: string
  /** Processes one page. @param cursor the last object of the previous page; null: start */
  page(cursor: string | null, startedAt: Date): Promise<Page>
}

/**
 * Runs a task's steps once per round, page by page. Progress is saved after every page, so a killed run
 * resumes after the last finished page.
 * @param round the day that names the run, 2026-11-22; today in UTC by default
 * @param again restarts the round; a run of it that is under way stops after its page
 * @returns false: this round was already finished, or restarted meanwhile
 */
export async function runNightly(
  { db, clock, log }: NightlyDeps,
  task: string,
  steps: readonly Step[],
  { again = false, round: given }: { again?: boolean; round?: string } = {},
): Promise<boolean> {
  const started = clock.now()
  const round = given ?? started.toISOString().slice(0, 10)
  const [first] = steps
  if (!first) return false
  if (again) await db.deleteFrom('nightly_progress').where('task', '=', task).execute()
  await db
    .insertInto('nightly_progress')
    .values({ task, round, step: first.name, started_at: started, updated_at: started })
    .onConflict(c => c.doNothing())
    .execute()
  let at = await db
    .selectFrom('nightly_progress')
    .selectAll()
    .where('task', '=', task)
    .where('round', '=', sql<Date>`${round}::date`)
    .executeTakeFirstOrThrow()
  if (at.finished_at) return false
  // Two runs must never move each other on: each has the row by the time it was started.
  const { started_at: ours } = at
  for (const [index, step] of steps.entries()) {
    if (index < steps.findIndex(s => s.name === at.step)) continue
    while (at.step === step.name) {
      const page = await step.page(at.cursor, at.started_at)
      const next = page.cursor === null ? steps[index + 1]?.name : step.name
      const now = clock.now()
      const moved = await db
        .updateTable('nightly_progress')
        .set({
          step: next ?? step.name,
          cursor: next === step.name ? page.cursor : null,
          pages: sql`pages + 1`,
          objects: sql`objects + ${page.objects}`,
          differed: sql`differed + ${page.differed}`,
          updated_at: now,
          finished_at: next === undefined ? now : null,
        })
        .where('task', '=', task)
        .where('round', '=', sql<Date>`${round}::date`)
        .where('started_at', '=', ours)
        .returningAll()
        .executeTakeFirst()
      if (!moved) return false
      if (next === undefined) {
        const { pages, objects, differed } = moved
        log.info({ task, round, pages, objects, differed }, 'a nightly run is finished')
        return true
      }
      at = moved
    }
  }
  return true
}

/**
 * Processes one object. A failure is recorded and due again after an hour, then two, four, at most a day; it
 * stops no other object.
 */
export async function apart(
  { db, clock, log }: NightlyDeps,
  task: string,
  objectId: string,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work()
  } catch (error) {
    log.warn({ err: error, task, objectId }, 'one object of a nightly run failed')
    const message = error instanceof Error ? error.message : String(error)
    await db
      .insertInto('nightly_failures')
      .values({
        task,
        object_id: objectId,
        next_at: new Date(clock.now().getTime() + 3600_000),
        error: message.slice(0, 500),
      })
      .onConflict(c =>
        c.columns(['task', 'object_id']).doUpdateSet({
          attempts: sql`nightly_failures.attempts + 1`,
          next_at: sql`${clock.now()}::timestamptz + least(24, 2 ^ nightly_failures.attempts) * interval '1 hour'`,
          error: message.slice(0, 500),
        }),
      )
      .execute()
    return false
  }
  await db.deleteFrom('nightly_failures').where('task', '=', task).where('object_id', '=', objectId).execute()
  return true
}

/** Earlier failures that are due again, oldest first. */
export async function failedBefore({ db, clock }: NightlyDeps, task: string, limit = 200): Promise<string[]> {
  const rows = await db
    .selectFrom('nightly_failures')
    .select('object_id')
    .where('task', '=', task)
    .where('next_at', '<=', clock.now())
    .orderBy('next_at')
    .limit(limit)
    .execute()
  return rows.map(r => r.object_id)
}
