import { randomUUID } from 'node:crypto'
import type { PublishingDeps } from '../deps.ts'
import { claimDue, type PublicationRow, prolong } from '../store.ts'
import { pauseOf } from './limits.ts'
import { PublicationAttempt } from './publication-attempt.ts'

export interface WorkerOptions {
  /** how often it checks for due publications */
  lookEveryMs?: number
  /** how long a silent worker keeps a publication */
  leaseMs?: number
  /** concurrent attempts in this process */
  atOnce?: number
}

/** Processes due publications as long as the server runs; any number of workers can run side by side. */
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

  /** Starts attempts until nothing is due or every slot is taken. @returns how many it started */
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
          // A slot is free: no need to wait for the next check.
          if (this.#timer) this.#look()
        })
      this.#going.add(turn)
    }
    return begun
  }

  /**
   * Extends the lease while the attempt works, saves its progress, and ends it when the lease is lost or
   * publishing is paused.
   */
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

  /** Resolves when no attempt is running in this process. */
  async idle(): Promise<void> {
    while (this.#going.size || this.#looking) await Promise.allSettled([...this.#going, this.#looking])
  }

  /** Stops the attempts in progress; they continue after the next start or in another worker. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#stop.abort()
    await this.idle()
  }
}
