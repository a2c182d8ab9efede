const windowMs = 8000

/** Speed over the last seconds, so that a burst or a pause doesn't make the time left jump. */
export class RateMeter {
  #samples: { at: number; bytes: number }[] = []

  /** @param at milliseconds of a monotonic clock  @param bytes sent in total */
  add(at: number, bytes: number): void {
    this.#samples.push({ at, bytes })
    const oldest = at - windowMs
    // One sample from before the window is kept, so that it always spans the whole window.
    while (this.#samples.length > 2 && (this.#samples[1]?.at ?? at) < oldest) this.#samples.shift()
  }

  /** Bytes per second, or null before there is enough to tell. */
  bytesPerSecond(): number | null {
    const first = this.#samples[0]
    const last = this.#samples.at(-1)
    if (!first || !last || last.at - first.at < 800) return null
    return ((last.bytes - first.bytes) / (last.at - first.at)) * 1000
  }

  reset(): void {
    this.#samples = []
  }
}
