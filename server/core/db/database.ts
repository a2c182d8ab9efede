import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type TransactionBuilder,
} from 'kysely'
import pg from 'pg'
import type { DB } from '../../../db/schema.generated.ts'
import { tellStatement } from '../tracing/trace.ts'
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

// A statement is prepared once this process has sent it so often. Each takes memory of the database on every connection,
// so only those used last are, and a connection lives so long, in seconds: what is no longer used goes with it.
const preparedAfter = 10
const mostPrepared = 200
const mostCounted = 2000
const connectionSeconds = 900

const sent = new Map<string, number>()
const prepared = new Map<string, string>()
let lastName = 0

/** The name under which connections prepare a statement, once it is sent often. */
function nameOf(text: string): string | undefined {
  let name = prepared.get(text)
  if (name === undefined) {
    const times = (sent.get(text) ?? 0) + 1
    if (sent.size === mostCounted) sent.clear()
    sent.set(text, times)
    if (times < preparedAfter) return undefined
    sent.delete(text)
    name = `s${++lastName}`
  }
  // The order of a Map is that of insertion: the first is the one not used for longest.
  prepared.delete(text)
  prepared.set(text, name)
  const [oldest] = prepared.keys()
  if (oldest !== undefined && prepared.size > mostPrepared) prepared.delete(oldest)
  return name
}

/**
 * A connection of the pool whose frequent statements are parsed and planned once. A migration that runs meanwhile can
 * change the columns of one: PostgreSQL then refuses it before it does anything ("cached plan must not change result
 * type"), and it is sent again. In a transaction that refusal would end the transaction, so nothing is prepared there.
 */
class Preparing implements PostgresPoolClient {
  readonly processID?: number
  readonly #client: pg.PoolClient & { processID?: number }

  constructor(client: pg.PoolClient) {
    this.#client = client
    if (this.#client.processID !== undefined) this.processID = this.#client.processID
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy)
  }

  query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Rows are read whole here, without cursors')
    return tellStatement(text, this.#send(text, values))
  }

  #send(text: string, values: readonly unknown[]): Promise<unknown> {
    const send = () => this.#client.query(text, [...values])
    const name = this.#client.getTransactionStatus() === 'I' ? nameOf(text) : undefined
    if (name === undefined) return send()
    return this.#client.query({ name, text, values: [...values] }).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError && error.code === '0A000')) throw error
      prepared.set(text, `s${++lastName}`)
      return send()
    })
  }
}

function openPool(connectionString: string, onLost: (error: Error) => void, limits: PoolLimits): pg.Pool {
  const { max = 10, waitMs = 0, statementMs, idleTransactionMs } = limits
  const pool = new pg.Pool({
    connectionString,
    max,
    keepAlive: true,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: connectionSeconds,
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
  const clients = new WeakMap<pg.PoolClient, Preparing>()
  const connect = async () => {
    notInTransaction('A second connection')
    try {
      const client = await pool.connect()
      const known = clients.get(client) ?? new Preparing(client)
      clients.set(client, known)
      return known
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
