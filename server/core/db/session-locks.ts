import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { NoConnectionError, openClient } from './database.ts'
import { notInTransaction } from './slow-calls.ts'

const askedChannel = 'trailcut_lock_asked'
const freedChannel = 'trailcut_lock_freed'

/** A statement here never waits for a lock, so a longer one means that the database is away. */
const patienceMs = 5000
/** How soon a lock is tried again, in case that its holder died without a word. */
const retryMs = 500

const keyOf = 'hashtextextended($1, 0)'
const shareSql = `select pg_try_advisory_lock_shared(${keyOf})`
/** A lock on a 64-bit number is listed by its halves: https://www.postgresql.org/docs/current/view-pg-locks.html */
const countSql = `
  select count(*)::int as sharing from pg_locks
  where locktype = 'advisory' and mode = 'ShareLock' and granted and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())
    and (classid::int8 << 32) | objid::int8 = ${keyOf}`

/**
 * Locks across all servers on one database: advisory locks of PostgreSQL, all on one connection of this process, so they
 * end with it however it dies (https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS).
 */
export class SessionLocks {
  readonly #url: string
  readonly #log: FastifyBaseLogger
  readonly #me = randomUUID()
  readonly #freed = new EventEmitter().setMaxListeners(0)
  /** what to do when another process asks for a lock of ours, or the connection is lost */
  readonly #held = new Map<string, () => void>()
  /** what this process holds beside others, as long as it is there */
  readonly #shared = new Set<string>()
  #session: Promise<pg.Client> | null = null
  /** the session's connection, once it is there */
  #client: pg.Client | null = null
  #closed = false

  constructor(connectionString: string, log: FastifyBaseLogger) {
    this.#url = connectionString
    this.#log = log
  }

  async #open(): Promise<pg.Client> {
    const client = openClient(
      {
        connectionString: this.#url,
        application_name: 'trailcut-locks',
        connectionTimeoutMillis: patienceMs,
        query_timeout: patienceMs,
      },
      error => this.#lost(client, error),
    )
    client.on('end', () => this.#lost(client, null))
    client.on('notification', ({ channel, payload = '' }) => {
      const [from, ...name] = payload.split(' ')
      if (channel === freedChannel) this.#freed.emit(payload)
      else if (from !== this.#me) this.#held.get(name.join(' '))?.()
    })
    await client.connect()
    // A machine that is gone must not keep its locks for the two hours of the system's default.
    await client.query(
      `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3;
       listen ${askedChannel}; listen ${freedChannel}`,
    )
    for (const name of this.#shared) await client.query(shareSql, [name])
    this.#client = client
    return client
  }

  #lost(client: pg.Client, error: Error | null): void {
    if (this.#client !== client || this.#closed) return
    this.#client = null
    this.#session = null
    this.#log.warn({ err: error }, 'the connection that holds locks was lost')
    void client.end().catch(() => undefined)
    const held = [...this.#held.values()]
    this.#held.clear()
    for (const end of held) end()
  }

  /** A failed statement leaves open what is locked, so the session ends with it. @throws NoConnectionError */
  async #query(text: string, values: string[]): Promise<Record<string, unknown>> {
    notInTransaction('A lock of another session')
    this.#session ??= this.#open()
    const session = this.#session
    try {
      return (await (await session).query<Record<string, unknown>>(text, values)).rows[0] ?? {}
    } catch (cause) {
      await session.then(
        client => this.#lost(client, cause as Error),
        () => {
          if (this.#session === session) this.#session = null
        },
      )
      throw new NoConnectionError('No connection to the database for locks', { cause })
    }
  }

  /**
   * Takes a lock if nobody has it.
   * @param onAsked called each time that another process wants it, and once if it is lost with the connection
   * @returns what gives it back; null when it is taken
   */
  async tryTake(name: string, onAsked: () => void): Promise<(() => Promise<void>) | null> {
    // In one session an advisory lock can be taken twice.
    if (this.#held.has(name)) return null
    this.#held.set(name, onAsked)
    try {
      const { taken } = await this.#query(`select pg_try_advisory_lock(${keyOf}) as taken`, [name])
      if (taken === true && this.#held.get(name) === onAsked) return () => this.#giveBack(name, onAsked)
    } catch (error) {
      if (this.#held.get(name) === onAsked) this.#held.delete(name)
      throw error
    }
    if (this.#held.get(name) === onAsked) this.#held.delete(name)
    return null
  }

  async #giveBack(name: string, onAsked: () => void): Promise<void> {
    if (this.#closed || this.#held.get(name) !== onAsked) return
    this.#held.delete(name)
    // Without an answer the connection is lost, and the lock with it.
    await this.#query(`select pg_advisory_unlock(${keyOf}), pg_notify('${freedChannel}', $1)`, [name]).catch(
      () => undefined,
    )
  }

  /**
   * Takes a lock as soon as its holder, who is asked to end, has given it back.
   * @param signal ends the wait
   * @returns what gives it back
   */
  async take(name: string, onAsked: () => void, signal?: AbortSignal): Promise<() => Promise<void>> {
    for (;;) {
      signal?.throwIfAborted()
      const freed = new AbortController()
      const wake = () => freed.abort()
      this.#freed.once(name, wake)
      signal?.addEventListener('abort', wake, { once: true })
      try {
        const mine = await this.tryTake(name, onAsked)
        if (mine) return mine
        await this.#query(`select pg_notify('${askedChannel}', $1)`, [`${this.#me} ${name}`])
        await pause(retryMs, undefined, { signal: freed.signal }).catch(() => undefined)
      } finally {
        this.#freed.off(name, wake)
        signal?.removeEventListener('abort', wake)
      }
    }
  }

  /** Holds a lock beside other processes until this one ends. A repeated call takes it again after a lost connection. */
  async share(name: string): Promise<void> {
    if (this.#shared.has(name)) return void (await this.#query('select', []))
    await this.#query(shareSql, [name])
    this.#shared.add(name)
  }

  /** How many processes share a lock, as long as they are there. */
  async countShared(name: string): Promise<number> {
    return Number((await this.#query(countSql, [name])).sharing)
  }

  get closed(): boolean {
    return this.#closed
  }

  /** Ends the session, and with it all locks. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#session?.then(
      client => client.end(),
      () => undefined,
    )
  }
}
