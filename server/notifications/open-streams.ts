import { sentences } from '#sentences/notifications.ts'
import { AppError } from '#server/core/http/errors.ts'

/** How many event streams one server keeps open. */
export interface StreamLimits {
  perPerson: number
  perNetwork: number
}

interface OpenStream {
  person: string
  network: string
  /** Ends the stream, which then removes itself from the list through `left`. */
  end: () => void
}

/** The event streams open on this server, in the order they were opened. */
export class OpenStreams {
  readonly #limits: StreamLimits
  readonly #open = new Set<OpenStream>()

  constructor(limits: StreamLimits) {
    this.#limits = limits
  }

  /**
   * Adds a stream. A person's oldest one is closed: probably that of a phone that lost its connection.
   * @returns a function to call when the stream has ended
   * @throws AppError too_many_requests when the network has reached its limit
   */
  enter(stream: OpenStream): () => void {
    const of = (key: 'person' | 'network') => [...this.#open].filter(other => other[key] === stream[key])
    const [oldest, ...others] = of('person')
    const full = oldest !== undefined && others.length + 1 >= this.#limits.perPerson
    if (of('network').length - (full && oldest.network === stream.network ? 1 : 0) >= this.#limits.perNetwork)
      throw new AppError('too_many_requests', sentences.tooManyStreams, {
        retryAfterSeconds: 60,
      })
    if (full) oldest.end()
    this.#open.add(stream)
    return () => void this.#open.delete(stream)
  }

  endAll(): void {
    for (const { end } of [...this.#open]) end()
  }
}
