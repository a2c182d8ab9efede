import { Kysely, PostgresDialect, type TransactionBuilder } from 'kysely'
import pg from 'pg'
import type { DB } from '../../../db/schema.generated.ts'
import { inOpenTransaction, notInTransaction, type Tx } from './slow-calls.ts'

export type { Tx }

export type Database = Kysely<DB>
/** What store functions accept: the pool or an open transaction, always passed by the caller. */
export type Queryable = Database | Tx

// int8 counts (views, bytes) stay far below 2^53, so numbers are safe and simpler than strings.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** How many connections a pool has, and how long anything may take on them. Without a limit it may take forever. */
export interface PoolLimits {
  /** connections; 10 by default */
  max?: number
  /** for a free connection, and for a new one to be made */
  waitMs?: number
  /** for one statement, locks included */
  statementMs?: number
  /** between two statements of one transaction */
  idleTransactionMs?: number
}

/** No connection was free in time, or the database doesn't answer. */
export class NoConnectionError extends Error {
  override name = 'NoConnectionError'
}

// Ended by an operator or a restart, by a timeout of ours, or to end a deadlock; or refused because there are too many
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
const passing = new Set<unknown>(['57P01', '57P02', '57P03', '57014', '25P03', '40P01', '53300'])

/** Whether an error or one of its causes says that the database can't answer now, but could in a moment. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error instanceof NoConnectionError ||
    passing.has((error as { code?: unknown }).code) ||
    // pg has no codes for these.
    /^Connection terminated|^Client has encountered a connection error/.test(error.message) ||
    isPassing(error.cause)
  )
}

/**
 * A single connection, not yet connected. Without a listener for its errors, a connection that the database ends
 * would end the process.
 */
export function openClient(config: pg.ClientConfig, onLost: (error: Error) => void): pg.Client {
  return new pg.Client({ keepAlive: true, ...config }).on('error', onLost)
}

function openPool(connectionString: string, onLost: (error: Error) => void, limits: PoolLimits): pg.Pool {
  const { max = 10, waitMs = 0, statementMs, idleTransactionMs } = limits
  const pool = new pg.Pool({
    connectionString,
    max,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: waitMs,
    ...(statementMs ? { statement_timeout: statementMs } : {}),
    ...(idleTransactionMs ? { idle_in_transaction_session_timeout: idleTransactionMs } : {}),
  })
  // The pool listens to the clients that are idle, and no one to those in use.
  pool.on('connect', client => client.on('error', onLost))
  pool.on('error', () => undefined)
  return pool
}

/** The same transaction, which marks everything that runs in it. */
function marking(builder: TransactionBuilder<DB>): TransactionBuilder<DB> {
  const { execute, setAccessMode, setIsolationLevel } = builder
  return Object.assign(builder, {
    execute: <T>(work: (tx: Tx) => Promise<T>) =>
      execute.call(builder, tx => inOpenTransaction(tx, () => work(tx))),
    setAccessMode: (...given: Parameters<typeof setAccessMode>) =>
      marking(setAccessMode.apply(builder, given)),
    setIsolationLevel: (...given: Parameters<typeof setIsolationLevel>) =>
      marking(setIsolationLevel.apply(builder, given)),
  }) as TransactionBuilder<DB>
}

/**
 * Opens a connection pool, the only way to a transaction. Close it with `db.destroy()`.
 * @param onLost called for connections that broke, idle or in use; the pool replaces them by itself
 */
export function openDatabase(
  connectionString: string,
  onLost: (error: Error) => void,
  limits: PoolLimits = {},
): Database {
  const pool = openPool(connectionString, onLost, limits)
  const connect = async () => {
    notInTransaction('A second connection')
    try {
      return await pool.connect()
    } catch (cause) {
      throw new NoConnectionError('No connection to the database', { cause })
    }
  }
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } }),
  })
  const transaction = db.transaction.bind(db)
  return Object.assign(db, {
    transaction: () => marking(transaction()),
    startTransaction() {
      throw new Error('Use db.transaction().execute, which marks what runs in it')
    },
  })
}
