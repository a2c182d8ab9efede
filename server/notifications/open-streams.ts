import { AppError } from '#server/platform/http/errors.ts'

/** How many event streams one server keeps open. */
export interface StreamLimits {
  perPerson: number
  perNetwork: number
}

interface OpenStream {
  person: string
  network: string
  /** Ends the stream. It leaves the list by `left`. */
  end: () => void
}

/** The event streams that are open on this server, in the order in which they were opened. */
export class OpenStreams {
  readonly #limits: StreamLimits
  readonly #open = new Set<OpenStream>()

  constructor(limits: StreamLimits) {
    this.#limits = limits
  }

  /**
   * Takes one more stream. A person's oldest one gives way: it is the one whose phone went out of reach.
   * @returns what to call when the stream has ended
   * @throws AppError too_many_requests when the network has all that it may have
   */
  enter(stream: OpenStream): () => void {
    const of = (key: 'person' | 'network') => [...this.#open].filter(other => other[key] === stream[key])
    const [oldest, ...others] = of('person')
    const full = oldest !== undefined && others.length + 1 >= this.#limits.perPerson
    if (of('network').length - (full && oldest.network === stream.network ? 1 : 0) >= this.#limits.perNetwork)
      throw new AppError(
        'too_many_requests',
        'Too many live connections from your network. Please try again later.',
        {
          retryAfterSeconds: 60,
        },
      )
    if (full) oldest.end()
    this.#open.add(stream)
    return () => void this.#open.delete(stream)
  }

  endAll(): void {
    for (const { end } of [...this.#open]) end()
  }
}
