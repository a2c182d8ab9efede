import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { sql } from 'kysely'
import { digestOf } from '#server/core/budget.ts'
import type { Database } from '#server/core/db/database.ts'

const name = 'requests'
/** Networks that are over a limit, as many as this process remembers. */
const keptAtMost = 10_000

/** Counts one request. @returns how many there were in its window, and how long that lasts, in ms */
async function countRequest(
  db: Database,
  whom: string,
  windowMs: number,
): Promise<{ current: number; ttl: number }> {
  const over = sql`budgets.began_at <= now() - ${windowMs} * interval '1 millisecond'`
  const { rows } = await sql<{ current: number; ttl: number }>`
    insert into budgets (name, whom, used, began_at) values (${name}, ${whom}, 1, now())
    on conflict (name, whom) do update set
      used = case when ${over} then 1 else budgets.used + 1 end,
      began_at = case when ${over} then now() else budgets.began_at end
    returning used as current,
      greatest(0, ${windowMs}::float8 - 1000 * extract(epoch from now() - began_at)::float8) as ttl`.execute(
    db,
  )
  return rows[0] ?? { current: 1, ttl: windowMs }
}

/**
 * Where limits per minute are counted: in the database, so all servers count together. Who is over one is refused from
 * memory until the window ends, so that a flood costs the database nothing.
 */
export const requestLimits = (db: Database): FastifyRateLimitStoreCtor =>
  class implements FastifyRateLimitStore {
    readonly #over = new Map<string, { current: number; until: number }>()

    incr(
      key: string,
      callback: Parameters<FastifyRateLimitStore['incr']>[1],
      windowMs: number,
      max: number,
    ): void {
      this.#count(key, windowMs, max).then(
        found => callback(null, found),
        (error: Error) => callback(error),
      )
    }

    async #count(key: string, windowMs: number, max: number): Promise<{ current: number; ttl: number }> {
      const known = this.#over.get(key)
      const left = known ? known.until - performance.now() : 0
      if (known && left > 0) return { current: known.current, ttl: left }
      this.#over.delete(key)
      const found = await countRequest(db, digestOf(key), windowMs)
      if (found.current > max)
        this.#over.set(key, { current: found.current, until: performance.now() + found.ttl })
      const [oldest] = this.#over.keys()
      if (oldest !== undefined && this.#over.size > keptAtMost) this.#over.delete(oldest)
      return found
    }

    /** A key names its route, so one store will do for all. */
    child(): FastifyRateLimitStore {
      return this
    }
  }
