import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Queryable } from '#server/platform/db/database.ts'

/** The single connection on which this process holds all its locks, while it holds any. */
interface Keeper {
  query<T>(work: (connection: Queryable) => Promise<T>): Promise<T>
  users: number
  leave(): void
}
const keepers = new WeakMap<Database, Keeper>()
const lines = new WeakMap<Database, Map<string, Promise<unknown>>>()
const retryMs = 100

function keeperOf(db: Database): Keeper {
  const known = keepers.get(db)
  if (known) {
    known.users += 1
    return known
  }
  const over = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<Queryable>()
  db.connection()
    .execute(connection => {
      taken.resolve(connection)
      return over.promise
    })
    .catch(taken.reject)
  let last: Promise<unknown> = taken.promise
  const made: Keeper = {
    users: 1,
    // One at a time: a connection runs one query at a time.
    query: work => {
      const next = last.then(
        async () => work(await taken.promise),
        async () => work(await taken.promise),
      )
      last = next
      return next
    },
    leave() {
      made.users -= 1
      if (made.users > 0) return
      keepers.delete(db)
      over.resolve()
    },
  }
  keepers.set(db, made)
  return made
}

/**
 * Waits for earlier callers in this process with the same name, because locks on one connection don't exclude
 * each other.
 */
async function inLine<T>(db: Database, name: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(db) ?? new Map<string, Promise<unknown>>()
  lines.set(db, line)
  const before = line.get(name)
  const mine = (before ?? Promise.resolve()).then(work, work)
  line.set(name, mine)
  try {
    return await mine
  } finally {
    if (line.get(name) === mine) line.delete(name)
  }
}

/**
 * Runs work that calls Stripe exclusively for this name, across all servers. However many callers wait for
 * Stripe, they share one connection of the pool, so the others stay free for the rest of the product.
 */
export function alone<T>(db: Database, name: string, work: () => Promise<T>): Promise<T> {
  const key = sql`hashtextextended(${`billing:${name}`}, 0)`
  return inLine(db, name, async () => {
    const keeper = keeperOf(db)
    const ask = async (question: 'pg_try_advisory_lock' | 'pg_advisory_unlock') => {
      const { rows } = await keeper.query(connection =>
        sql<{ yes: boolean }>`select ${sql.raw(question)}(${key}) as yes`.execute(connection),
      )
      return rows[0]?.yes === true
    }
    try {
      while (!(await ask('pg_try_advisory_lock'))) await pause(retryMs)
      try {
        return await work()
      } finally {
        await ask('pg_advisory_unlock')
      }
    } finally {
      keeper.leave()
    }
  })
}
