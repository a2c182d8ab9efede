import type { TimeSource } from '../../../entities/highlight/timeline/time-source.ts'
import { createStore, type Store } from '../../../lib/store.ts'

/** Seconds of the ride per second of playback: the whole example takes under half a minute. */
const pace = 7
const frameMs = 1000 / 40

/** Plays the example in a loop. Paused unless started. */
export class DemoClock implements TimeSource {
  readonly #seconds: Store<number>
  readonly #length: number
  #frame = 0

  constructor(length: number, startAt: number) {
    this.#length = length
    this.#seconds = createStore(startAt)
  }

  readonly get = (): number => this.#seconds.get()
  readonly subscribe = (listener: () => void): (() => void) => this.#seconds.subscribe(listener)

  readonly seek = (seconds: number): void => {
    this.#seconds.set(Math.min(this.#length, Math.max(0, seconds)))
  }

  /** Runs until the returned function is called. */
  run(): () => void {
    let before = performance.now()
    const step = (now: number) => {
      if (now - before >= frameMs) {
        // A tab that was hidden doesn't catch up.
        const passed = Math.min(0.1, (now - before) / 1000)
        before = now
        this.seek((this.get() + passed * pace) % this.#length)
      }
      this.#frame = requestAnimationFrame(step)
    }
    this.#frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(this.#frame)
  }
}
