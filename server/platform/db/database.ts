import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from '../../../db/schema.generated.ts'

export type Database = Kysely<DB>
export type Tx = Transaction<DB>
/** What store functions accept: the pool or an open transaction, always passed by the caller. */
export type Queryable = Database | Tx

// int8 counts (views, bytes) stay far below 2^53, so numbers are safe and simpler than strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Opens a connection pool. Close it with `db.destroy()`.
 * @param onIdleError called for connections that broke while idle; the pool replaces them by itself
 */
export function openDatabase(
  connectionString: string,
  onIdleError: (error: Error) => void,
  max = 10,
): Database {
  const pool = new pg.Pool({ connectionString, max, idleTimeoutMillis: 30_000 })
  pool.on('error', onIdleError)
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}
