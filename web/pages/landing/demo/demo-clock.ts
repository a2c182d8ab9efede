import type { TimeSource } from '../../../entities/highlight/timeline/time-source.ts'

/** Seconds of the ride per second of watching: the whole example in under half a minute. */
const pace = 7
const frameMs = 1000 / 40

/** Plays the example over and over. Stands still unless told to run. */
export class DemoClock implements TimeSource {
  #seconds: number
  readonly #length: number
  readonly #listeners = new Set<() => void>()
  #frame = 0

  constructor(length: number, startAt: number) {
    this.#length = length
    this.#seconds = startAt
  }

  readonly get = (): number => this.#seconds
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly seek = (seconds: number): void => {
    this.#seconds = Math.min(this.#length, Math.max(0, seconds))
    for (const listener of this.#listeners) listener()
  }

  /** Runs until the returned function is called. */
  run(): () => void {
    let before = performance.now()
    const step = (now: number) => {
      if (now - before >= frameMs) {
        // A tab that was hidden does not catch up.
        const passed = Math.min(0.1, (now - before) / 1000)
        before = now
        this.seek((this.#seconds + passed * pace) % this.#length)
      }
      this.#frame = requestAnimationFrame(step)
    }
    this.#frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(this.#frame)
  }
}
