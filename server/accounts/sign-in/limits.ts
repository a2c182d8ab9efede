import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { sentences as common } from '#sentences/http.ts'
import type { Database } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'

export { networkOf } from '#server/core/http/network.ts'

/** How often something may be tried before further tries have to wait, twice as long each time. Seconds. */
export interface Limit {
  name: string
  /** Tries without a wait. */
  free: number
  /** The first wait. */
  base: number
  /** The longest wait. */
  cap: number
  /** After this long without tries, everything resets. */
  forget: number
}

const quarter = 15 * 60
const hour = 3600

/** Mails to one address, from all requesters together. */
export const mailsToAddress: Limit = { name: 'mail', free: 10, base: 5, cap: quarter, forget: hour }
/** Sign-ups from one network: few, because each reveals whether an address is known. */
export const signUpsFromNetwork: Limit = { name: 'signup', free: 50, base: 10, cap: quarter, forget: hour }
/** Requests for a link from one network. */
export const linksFromNetwork: Limit = { name: 'link', free: 50, base: 10, cap: quarter, forget: hour }
/** Invalid links, credentials and provider answers from one network. */
export const failuresFromNetwork: Limit = { name: 'failure', free: 20, base: 5, cap: quarter, forget: hour }
/** Addresses typed on the page of one mailed link. */
export const wrongAddresses: Limit = { name: 'address', free: 10, base: 30, cap: hour, forget: hour }
/** Wrong two-step verification codes for one account. */
export const wrongCodes: Limit = { name: 'code', free: 5, base: 30, cap: hour, forget: 24 * hour }

const keyOf = ({ name }: Limit, whom: string) => `${name}:${createHash('sha256').update(whom).digest('hex')}`

const tooMany = (seconds: number) =>
  new AppError('too_many_requests', common.tooManyAttempts, {
    retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
  })

/** Seconds from the last try until the next is allowed. */
const wait = ({ free, base, cap }: Limit) => sql<number>`case when attempts.count < ${free}::int then 0
  else least(${cap}::float8, ${base}::float8 * power(2, least(attempts.count - ${free}::int, 20))) end`

/**
 * Counts one try, unless it comes too early: a refused one doesn't count, so that others can't lock anyone
 * out for good. Stored in the database, so a restart forgets nothing and several servers count together.
 * @throws AppError too_many_requests with the seconds to wait
 */
export async function take(db: Database, limit: Limit, whom: string, now: Date): Promise<void> {
  const key = keyOf(limit, whom)
  const { rows } = await sql`
    insert into attempts (key, count, last_at) values (${key}, 1, ${now})
    on conflict (key) do update set last_at = greatest(attempts.last_at, ${now}),
      count = case when attempts.last_at <= ${now}::timestamptz - ${limit.forget} * interval '1 second'
        then 1 else attempts.count + 1 end
    where attempts.count < ${limit.free}::int
      or attempts.last_at + ${wait(limit)} * interval '1 second' <= ${now}
    returning 1`.execute(db)
  if (rows.length === 0) await check(db, limit, whom, now)
}

/** Checks whether another try is allowed now. @throws AppError too_many_requests with the seconds to wait */
export async function check(db: Database, limit: Limit, whom: string, now: Date): Promise<void> {
  const { rows } = await sql<{ left: number }>`
    select extract(epoch from attempts.last_at - ${now}::timestamptz)::float8 + ${wait(limit)} as left
    from attempts where key = ${keyOf(limit, whom)} and count >= ${limit.free}::int`.execute(db)
  const left = rows[0]?.left ?? 0
  if (left > 0) throw tooMany(left)
}

/** Resets the tries of someone who succeeded. */
export async function forgive(db: Database, limit: Limit, whom: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', keyOf(limit, whom)).execute()
}
