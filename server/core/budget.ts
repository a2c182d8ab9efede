import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { sentences as common } from '#sentences/http.ts'
import type { Queryable } from './db/database.ts'
import { AppError } from './http/errors.ts'
import type { Sentence } from './sentences.ts'

/** A limit on something costly that one person or network may use within a time window. */
export interface Budget {
  name: string
  most: number
  windowSeconds: number
  /** shown when it is used up */
  sentence: Sentence
}

const day = 24 * 3600

/** Pictures rendered for anonymous viewers of one network; stored ones cost nothing. */
export const strangerBudget: Budget = {
  name: 'stranger-pictures',
  most: 120,
  windowSeconds: 600,
  sentence: common.tooManyPictures,
}
/** Pictures at arbitrary times that one rider may have rendered and stored for their videos. */
export const renderBudget: Budget = {
  name: 'pictures',
  most: 2000,
  windowSeconds: day,
  sentence: common.allPicturesUsed,
}
/** Clips and reels that one rider may have rendered. */
export const clipBudget: Budget = {
  name: 'clips',
  most: 200,
  windowSeconds: day,
  sentence: common.allClipsUsed,
}

/** Covers that one rider may choose or upload. */
export const coverBudget: Budget = {
  name: 'covers',
  most: 200,
  windowSeconds: day,
  sentence: common.allCoversUsed,
}

/** Music files that one rider may upload for reels. */
export const musicBudget: Budget = {
  name: 'music',
  most: 60,
  windowSeconds: day,
  sentence: common.allMusicUsed,
}

/** A quarter until the address is verified; staff, who look at everyone's videos, have more. */
export function shareOf(budget: Budget, who: { emailVerified: boolean; staff: boolean }): Budget {
  const times = who.staff ? 10 : who.emailVerified ? 1 : 0.25
  return { ...budget, most: Math.floor(budget.most * times) }
}

/** A key for the budget of an anonymous network that doesn't store its address. */
export const digestOf = (network: string): string => createHash('sha256').update(network).digest('hex')

/**
 * Counts one use. Stored in the database, so several servers count together and a restart forgets nothing.
 * @throws AppError too_many_requests with the seconds until the window ends
 */
export async function spend(db: Queryable, budget: Budget, whom: string, now: Date): Promise<void> {
  const over = sql`budgets.began_at <= ${now}::timestamptz - ${budget.windowSeconds} * interval '1 second'`
  const { rows } = await sql`
    insert into budgets (name, whom, used, began_at) values (${budget.name}, ${whom}, 1, ${now})
    on conflict (name, whom) do update set
      used = case when ${over} then 1 else budgets.used + 1 end,
      began_at = case when ${over} then ${now}::timestamptz else budgets.began_at end
    where ${over} or budgets.used < ${budget.most}::int
    returning 1`.execute(db)
  if (rows.length) return
  const left = await sql<{ seconds: number }>`
    select extract(epoch from began_at - ${now}::timestamptz)::float8 + ${budget.windowSeconds}::float8 as seconds
    from budgets where name = ${budget.name} and whom = ${whom}`.execute(db)
  throw new AppError('too_many_requests', budget.sentence, {
    retryAfterSeconds: Math.max(1, Math.ceil(left.rows[0]?.seconds ?? budget.windowSeconds)),
  })
}

/** Deletes windows that ended long ago. */
export async function sweepBudgets(db: Queryable, now: Date): Promise<void> {
  await sql`delete from budgets where began_at < ${now}::timestamptz - interval '2 days'`.execute(db)
}
