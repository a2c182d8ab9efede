import type { SessionLocks } from '#server/core/db/session-locks.ts'

/** The current user of an upload, who is asked to end as soon as another request wants it. */
interface Turn {
  release(): void
  ended: Promise<void>
}

const nameOf = (key: string) => `upload ${key}`

/**
 * One request at a time works on an upload, on all servers together. A later one asks all earlier ones to end and waits
 * until they have, so that a retry never waits for a dead connection and two requests never write at once.
 */
export class Turns {
  readonly #locks: SessionLocks
  readonly #last = new Map<string, Turn>()

  constructor(locks: SessionLocks) {
    this.#locks = locks
  }

  /**
   * Waits for the turn of an upload.
   * @param release called when a later request wants the upload, or when the turn was lost with the database
   * @param signal ends the wait
   * @returns ends the turn
   */
  async take(key: string, release: () => void, signal?: AbortSignal): Promise<() => Promise<void>> {
    const before = this.#last.get(key)
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const turn = { release, ended }
    this.#last.set(key, turn)
    const end = () => {
      if (this.#last.get(key) === turn) this.#last.delete(key)
      resolve()
    }
    try {
      before?.release()
      await before?.ended
      const giveBack = await this.#locks.take(nameOf(key), release, signal)
      return () => giveBack().finally(end)
    } catch (error) {
      end()
      throw error
    }
  }

  /** Does something with an upload if no request works on it. @returns null when one does */
  async ifIdle<T>(key: string, work: () => Promise<T>): Promise<T | null> {
    if (this.#last.has(key)) return null
    const giveBack = await this.#locks.tryTake(nameOf(key), () => undefined)
    if (!giveBack) return null
    try {
      return await work()
    } finally {
      await giveBack()
    }
  }
}
