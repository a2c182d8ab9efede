import { randomUUID } from 'node:crypto'
import type { PublishingDeps } from '../deps.ts'
import { claimDue, type PublicationRow, prolong } from '../store.ts'
import { pauseOf } from './limits.ts'
import { PublicationAttempt } from './publication-attempt.ts'

export interface WorkerOptions {
  /** how often it looks for what is due */
  lookEveryMs?: number
  /** how long a worker that says nothing keeps a publication */
  leaseMs?: number
  /** turns at once in this process */
  atOnce?: number
}

/** Takes the turns of whatever is due, for as long as the server runs; any number of them work side by side. */
export class PublishingWorker {
  readonly #deps: PublishingDeps
  readonly #leaseMs: number
  readonly #atOnce: number
  readonly #lookEveryMs: number
  readonly #stop = new AbortController()
  readonly #going = new Set<Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | null = null

  constructor(deps: PublishingDeps, options: WorkerOptions = {}) {
    this.#deps = deps
    this.#leaseMs = options.leaseMs ?? 60_000
    this.#atOnce = options.atOnce ?? 4
    this.#lookEveryMs = options.lookEveryMs ?? 1000
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), this.#lookEveryMs)
    this.#look()
  }

  #look(): void {
    if (this.#looking || this.#stop.signal.aborted) return
    this.#looking = this.fill()
      .then(() => undefined)
      .catch(error => this.#deps.log.error({ err: error }, 'due publications could not be looked up'))
      .finally(() => {
        this.#looking = null
      })
  }

  /** Takes what is due until nothing is or every place is taken. @returns how many turns it began */
  async fill(): Promise<number> {
    let begun = 0
    while (this.#going.size < this.#atOnce && !this.#stop.signal.aborted) {
      const now = await this.#deps.time(this.#deps.db)
      const row = await claimDue(this.#deps.db, { token: randomUUID(), now, leaseMs: this.#leaseMs })
      if (!row) break
      begun++
      this.#deps.onStep?.('claimed', row.id)
      const turn = this.#turn(row)
        .catch(error => this.#deps.log.error({ err: error, publication: row.id }, 'a turn broke off'))
        .finally(() => {
          this.#going.delete(turn)
          // A place is free: no need to wait for the next look.
          if (this.#timer) this.#look()
        })
      this.#going.add(turn)
    }
    return begun
  }

  /** Keeps the turn alive while it works, writes its progress, and ends it when it is lost or everything rests. */
  async #turn(row: PublicationRow): Promise<void> {
    const { db, time } = this.#deps
    const lost = new AbortController()
    let bytes: number | null = null
    const beat = async () => {
      const now = await time(db)
      const kept = await prolong(db, row, new Date(now.getTime() + this.#leaseMs))
      if (bytes !== null && kept)
        await db
          .updateTable('publications')
          .set({ uploaded: bytes })
          .where('id', '=', row.id)
          .where('lease_token', '=', row.lease_token)
          .execute()
      if (!kept || (await pauseOf(db)).paused) lost.abort()
    }
    const pulse = setInterval(
      () => void beat().catch(error => this.#deps.log.warn({ err: error }, 'a turn could not be prolonged')),
      Math.min(2000, this.#leaseMs / 3),
    )
    try {
      await new PublicationAttempt(this.#deps, {
        row,
        signal: AbortSignal.any([this.#stop.signal, lost.signal]),
        progress: sent => {
          bytes = sent
        },
      }).run()
    } finally {
      clearInterval(pulse)
    }
  }

  /** Resolves when no turn is under way in this process. */
  async idle(): Promise<void> {
    while (this.#going.size || this.#looking) await Promise.allSettled([...this.#going, this.#looking])
  }

  /** Ends the turns where they stand; they go on with the next start or at another worker. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#stop.abort()
    await this.idle()
  }
}
