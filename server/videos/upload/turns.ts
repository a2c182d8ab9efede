/** The current user of an upload, who is asked to end as soon as another request wants it. */
interface Turn {
  release(): void
  ended: Promise<void>
}

/**
 * One request at a time works on an upload. A later one asks all earlier ones to end and waits until they
 * have, so that a retry never waits for a dead connection and two requests never write at once.
 */
export class Turns {
  readonly #last = new Map<string, Turn>()

  /**
   * Waits for the turn of an upload.
   * @param release called once when a later request wants the upload
   * @returns ends the turn
   */
  async take(key: string, release: () => void): Promise<() => void> {
    const before = this.#last.get(key)
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    const turn = { release, ended }
    this.#last.set(key, turn)
    before?.release()
    await before?.ended
    return () => {
      if (this.#last.get(key) === turn) this.#last.delete(key)
      resolve()
    }
  }
}
