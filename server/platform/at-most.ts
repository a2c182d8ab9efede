/** Work of which so many pieces run at once; the others wait in the order they came. */
export class AtMost {
  readonly #places: number
  #busy = 0
  readonly #waiting: (() => void)[] = []

  constructor(places: number) {
    this.#places = places
  }

  /** How many pieces wait for a place. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** @returns what the work returns @throws what it throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.#places) await new Promise<void>(resolve => this.#waiting.push(resolve))
    this.#busy++
    try {
      return await work()
    } finally {
      this.#busy--
      this.#waiting.shift()?.()
    }
  }
}
