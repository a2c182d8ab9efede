import { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { openClient } from '#server/core/db/database.ts'

/** The PostgreSQL channel on which a committed notification announces its recipient. */
export const liveChannel = 'trailcut_notifications'
/** The channel that announces ended sessions, and people whose permissions changed (db/schema/01_accounts.sql). */
const endsChannel = 'trailcut_session_ends'
/** The channel that announces videos which some may no longer watch (migration 0002). */
const watchersChannel = 'trailcut_watchers'

const reconnectMs = 2000

/**
 * Receives new notifications from every server on the same database, with LISTEN. A lost connection is
 * reopened; then all listeners are called, since something may have been missed.
 */
export class LiveNotifications {
  readonly #url: string
  readonly #log: FastifyBaseLogger
  readonly #events = new EventEmitter().setMaxListeners(0)
  #client: pg.Client | null = null
  #closed = false
  #retry: NodeJS.Timeout | undefined

  constructor(connectionString: string, log: FastifyBaseLogger) {
    this.#url = connectionString
    this.#log = log
  }

  async start(): Promise<void> {
    const client = openClient({ connectionString: this.#url, application_name: 'trailcut-live' }, error =>
      this.#lost(error),
    )
    client.on('end', () => this.#lost(null))
    client.on('notification', ({ channel, payload = '' }) => {
      this.#events.emit(`${channel}:${payload}`)
      this.#events.emit(channel, payload)
    })
    await client.connect()
    await client.query(`listen ${liveChannel}; listen ${endsChannel}; listen ${watchersChannel}`)
    this.#client = client
  }

  #lost(error: Error | null): void {
    if (this.#closed || this.#retry) return
    this.#log.warn({ err: error }, 'the connection for live notifications was lost')
    this.#client = null
    this.#retry = setTimeout(async () => {
      this.#retry = undefined
      try {
        await this.start()
        for (const name of this.#events.eventNames()) this.#events.emit(name)
      } catch (cause) {
        this.#lost(cause as Error)
      }
    }, reconnectMs)
  }

  /** @returns a function that stops listening */
  subscribe(userId: string, listener: () => void): () => void {
    return this.#on(`${liveChannel}:${userId}`, listener)
  }

  /**
   * Calls the listener when a session may have ended, or a person's permissions changed; also after a lost
   * connection.
   * @param id of the session or the person
   * @returns a function that stops listening
   */
  onSessionEnd(id: string, listener: () => void): () => void {
    return this.#on(`${endsChannel}:${id}`, listener)
  }

  /**
   * Calls the listener with the id of a video that some may no longer watch, and of a person whose videos may be such;
   * with null after a lost connection.
   */
  onWatchersChange(listener: (id: string | null) => void): void {
    for (const channel of [watchersChannel, endsChannel])
      this.#events.on(channel, (id?: string) => listener(id ?? null))
  }

  #on(name: string, listener: () => void): () => void {
    this.#events.on(name, listener)
    return () => void this.#events.off(name, listener)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    await this.#client?.end()
  }
}
