import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './database.ts'

/** A process that died leaves its turn for this long. */
const turnSeconds = 30
const renewMs = (turnSeconds * 1000) / 3
const retryMs = 100

const lines = new WeakMap<Database, Map<string, Promise<unknown>>>()

/** Waits for earlier callers in this process, so that only one of them asks the database for the turn. */
async function inLine<T>(db: Database, name: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(db) ?? new Map<string, Promise<unknown>>()
  lines.set(db, line)
  const mine = (line.get(name) ?? Promise.resolve()).then(work, work)
  line.set(name, mine)
  try {
    return await mine
  } finally {
    if (line.get(name) === mine) line.delete(name)
  }
}

const until = sql<Date>`now() + make_interval(secs => ${turnSeconds})`
const isOver = sql<boolean>`turns.until < now()`

/** Takes the turn if it is free or over. Forgets those that dead processes left. */
async function take(db: Database, name: string, holder: string): Promise<boolean> {
  const taken = await db
    .with('left', q => q.deleteFrom('turns').where(isOver).where('name', '<>', name))
    .insertInto('turns')
    .values({ name, holder, until })
    .onConflict(c => c.column('name').doUpdateSet({ holder, until }).where(isOver))
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
}

/**
 * Runs work that waits for another machine, one at a time for each name across all servers. The turn is a row:
 * nobody holds a connection, a transaction or a lock of the database while that machine is slow.
 */
export function inTurns<T>(db: Database, name: string, work: () => Promise<T>): Promise<T> {
  return inLine(db, name, async () => {
    const holder = randomUUID()
    while (!(await take(db, name, holder))) await pause(retryMs)
    const mine = db.updateTable('turns').where('name', '=', name).where('holder', '=', holder)
    // Without an answer from the database the turn is lost in the end, as it is when this process dies.
    const renewal = setInterval(
      () =>
        void mine
          .set({ until })
          .execute()
          .catch(() => undefined),
      renewMs,
    )
    try {
      return await work()
    } finally {
      clearInterval(renewal)
      await db.deleteFrom('turns').where('name', '=', name).where('holder', '=', holder).execute()
    }
  })
}
