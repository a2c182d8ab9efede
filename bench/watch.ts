import type { Stripe } from '#server/core/stripe.ts'

const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024)
/** Stripe's rate limit per second in live mode (https://docs.stripe.com/rate-limits). */
const stripeTakes = 100
/** Number of memory figures printed. */
const shown = 20

interface Watched {
  work(): Promise<unknown>
  /** number of finished pages */
  pages(): Promise<number>
  /** pages between two memory samples */
  every: number
}

/** Records memory and Stripe calls during pieces of work, and prints them. */
export class Watch {
  #calls = 0

  constructor(client: Stripe) {
    client.on('response', () => {
      this.#calls += 1
    })
  }

  /** @returns minutes */
  async during(name: string, { work, pages, every }: Watched): Promise<number> {
    globalThis.gc?.()
    const before = process.memoryUsage.rss()
    const [callsBefore, noted] = [this.#calls, [] as number[]]
    let peak = before
    let asking = false
    const look = async () => {
      peak = Math.max(peak, process.memoryUsage.rss())
      if (asking) return
      asking = true
      const place = Math.floor((await pages()) / every)
      // Pages that passed between two looks get the later memory sample.
      while (noted.length < place) noted.push(process.memoryUsage.rss())
      asking = false
    }
    const looking = setInterval(look, 100)
    const started = performance.now()
    await work()
    clearInterval(looking)
    const seconds = (performance.now() - started) / 1000
    const after = process.memoryUsage.rss()
    globalThis.gc?.()
    const calls = this.#calls - callsBefore
    const step = Math.max(1, Math.ceil(noted.length / shown))
    const along = noted.filter((_, n) => n % step === step - 1).map(megabytes)
    console.log(`${name}: ${(seconds / 60).toFixed(2)} min`)
    console.log(
      `  resident: ${megabytes(before)} MB at the start; every ${every * step} pages ${along.join(' ') || '–'}; ${megabytes(after)} MB at the end, ${megabytes(process.memoryUsage.rss())} after a collection, ${megabytes(peak)} at most`,
    )
    if (calls > 0)
      console.log(
        `  ${calls} calls of Stripe's, ${(calls / seconds).toFixed(0)}/s; at ${stripeTakes}/s they take ${(calls / stripeTakes / 60).toFixed(2)} min at least, ratio ${(seconds / (calls / stripeTakes)).toFixed(2)}`,
      )
    return seconds / 60
  }
}
