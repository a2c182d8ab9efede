/**
 * Spreads calls to stay below a vendor's rate limit: at most `burst` at once, `perSecond` on average.
 * @param now milliseconds
 */
export class Pace {
  readonly #gap: number
  readonly #slack: number
  readonly #now: () => number
  #next = 0

  constructor({ perSecond, burst }: { perSecond: number; burst: number }, now: () => number = Date.now) {
    this.#gap = 1000 / perSecond
    this.#slack = (burst - 1) * this.#gap
    this.#now = now
  }

  /** Reserves the next free moment. @returns how long to wait for it, milliseconds */
  take(): number {
    const now = this.#now()
    const at = Math.max(this.#next, now - this.#slack)
    this.#next = at + this.#gap
    return Math.max(0, at - now)
  }
}
