/** Runs at most this many pieces of work at once; the others wait in order of arrival. */
export class AtMost {
  readonly #places: number
  #busy = 0
  readonly #waiting: (() => void)[] = []

  constructor(places: number) {
    this.#places = places
  }

  /** How many pieces of work are waiting. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** @returns the work's result @throws the work's error */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.#places) await new Promise<void>(resolve => this.#waiting.push(resolve))
    else this.#busy++
    try {
      return await work()
    } finally {
      // Who waits gets the place itself, so that nobody comes in between.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#busy--
    }
  }
}
