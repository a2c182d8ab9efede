import { sql } from 'kysely'
import { sentences } from '#sentences/videos.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import { PostponedJobError } from '#server/core/jobs/definition.ts'
import { withCpuMeter } from '#server/core/media/cpu-meter.ts'
import type { Sentence } from '#server/core/sentences.ts'
import type { Deps } from '#server/deps.ts'
import { ownerOf, setProcessingWait, unsafeFind, type VideoRow } from '../store.ts'

export type BudgetDeps = Pick<Deps, 'db' | 'clock' | 'config'>

const daySeconds = 86_400
const dayOf = (now: Date): string => now.toISOString().slice(0, 10)
const endOfDay = (now: Date): Date =>
  new Date((Math.floor(now.getTime() / 1000 / daySeconds) + 1) * daySeconds * 1000)

/** How many days of costs are kept. */
const keptDays = 30

/** Adds CPU seconds to an account's use today (UTC). */
export async function chargeCpu(db: Queryable, userId: string, cpuSeconds: number, now: Date): Promise<void> {
  const day = dayOf(now)
  // A person whose account has been deleted meanwhile is not charged.
  await sql`
    insert into processing_usage (user_id, day, cpu_seconds)
    select id, ${day}::date, ${cpuSeconds}::float8 from users where id = ${userId}
    on conflict (user_id, day) do update
      set cpu_seconds = processing_usage.cpu_seconds + excluded.cpu_seconds`.execute(db)
  await sql`
    delete from processing_usage
    where user_id = ${userId} and day < ${day}::date - ${keptDays}::int`.execute(db)
}

/** Whether an account may use more CPU today, and whether its address is verified, on which the limit depends. */
async function standing(
  { db, clock, config }: BudgetDeps,
  userId: string,
): Promise<{ over: boolean; verified: boolean; until: Date }> {
  const now = clock.now()
  const row = await db
    .selectFrom('users')
    .leftJoin('processing_usage', join =>
      join
        .onRef('processing_usage.user_id', '=', 'users.id')
        .on(sql<boolean>`processing_usage.day = ${dayOf(now)}::date`),
    )
    .where('users.id', '=', userId)
    .select(['users.email_verified', 'processing_usage.cpu_seconds'])
    .executeTakeFirst()
  const verified = row?.email_verified ?? false
  const limit = verified ? config.cpuSecondsPerDay.verified : config.cpuSecondsPerDay.unverified
  return { over: (row?.cpu_seconds ?? 0) >= limit, verified, until: endOfDay(now) }
}

/**
 * Refuses work for which an account has no CPU left today.
 * @throws AppError too_many_requests with a sentence and the seconds until midnight UTC
 */
export async function refuseOverBudget(deps: BudgetDeps, userId: string): Promise<void> {
  const { over, verified, until } = await standing(deps, userId)
  if (!over) return
  throw new AppError('too_many_requests', sentences.cpuUsed({ verified }), {
    retryAfterSeconds: Math.ceil((until.getTime() - deps.clock.now().getTime()) / 1000),
  })
}

/** Runs a video's job and charges it to the owner. */
export async function chargedToOwner(
  deps: BudgetDeps,
  videoId: string,
  work: () => Promise<void>,
): Promise<void> {
  const owner = await ownerOf(deps.db, videoId)
  await withCpuMeter(work, async seconds => {
    if (owner && seconds > 0) await chargeCpu(deps.db, owner, seconds, deps.clock.now())
  })
}

/** How the owner learns that work on a video waits. */
export interface Waiting {
  /** whether the work has not started */
  waits(video: VideoRow): boolean
  /** whether the owner currently sees why */
  told(video: VideoRow): boolean
  /** null: no longer waiting */
  tell(db: Queryable, videoId: string, sentence: Sentence | null): Promise<unknown>
}

/** In the video's own state. */
export const processingWaits: Waiting = {
  waits: video => video.status === 'processing',
  told: video => video.processing_error !== null,
  tell: setProcessingWait,
}

/**
 * The same, but postponed until midnight UTC if the owner has no CPU left today; the owner sees why.
 * @throws PostponedJobError when there is none left
 */
export async function withinBudget(
  deps: BudgetDeps,
  videoId: string,
  { waits, told, tell }: Waiting,
  work: () => Promise<void>,
): Promise<void> {
  const video = await unsafeFind(deps.db, videoId)
  if (!video) return
  const { over, verified, until } = await standing(deps, video.user_id)
  if (waits(video) && (over || told(video)))
    await tell(deps.db, videoId, over ? sentences.cpuWaits({ verified }) : null)
  if (over) throw new PostponedJobError(until)
  await chargedToOwner(deps, videoId, work)
}
