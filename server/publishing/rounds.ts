import { refreshEarly } from './channels/tokens.ts'
import type { PublishingDeps } from './deps.ts'
import { purgeSnapshots, sampleNumbers } from './numbers.ts'
import { alertFailed, alertOverdue, warnOfChannels } from './watch.ts'

const second = 1000
const minute = 60 * second

/** What is looked after beside the publications themselves, each at its own pace. Any number of servers may do it. */
export class PublishingRounds {
  readonly #deps: PublishingDeps
  readonly #timers: NodeJS.Timeout[] = []
  readonly #going = new Set<Promise<unknown>>()

  constructor(deps: PublishingDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#every(10 * second, 'overdue publications', () => alertOverdue(this.#deps))
    this.#every(10 * second, 'failed publications', () => alertFailed(this.#deps))
    this.#every(10 * second, 'figures', () => sampleNumbers(this.#deps))
    this.#every(minute, 'tokens', () => refreshEarly(this.#deps))
    this.#every(minute, 'channels', () => warnOfChannels(this.#deps))
    this.#every(60 * minute, 'old figures', () => purgeSnapshots(this.#deps))
  }

  #every(ms: number, what: string, work: () => Promise<unknown>): void {
    let busy = false
    const round = () => {
      // A round that takes long is not begun a second time.
      if (busy) return
      busy = true
      const going = work()
        .catch(error => this.#deps.log.error({ err: error, what }, 'a round of publishing failed'))
        .finally(() => {
          busy = false
          this.#going.delete(going)
        })
      this.#going.add(going)
    }
    this.#timers.push(setInterval(round, ms))
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all(this.#going)
  }
}
