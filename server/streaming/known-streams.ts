import { isStaff } from '#contract/permissions.ts'
import type { Actor } from '#server/core/http/permission.ts'
import type { Watchable } from './system.ts'

/** How long anything is known, ms: what is announced is forgotten at once, and what isn't, by then. */
const keptMs = 5000
const mostStreams = 1000

type Access = Pick<Watchable, 'videoId' | 'ownerId' | 'linkId' | 'published'>

interface Known extends Access {
  /** renditions by their ids */
  parts: Map<string, { prefix: string; complete: boolean }>
  until: number
}

const mayWatch = ({ published, ownerId }: Access, actor: Actor | null): boolean =>
  published || (actor !== null && (actor.id === ownerId || isStaff(actor.role)))

/**
 * Who may watch the streams that are being watched, for a few seconds: a player asks for the next segment every few
 * seconds, each in a request of its own. What a share link opens isn't kept, because a link ends at once.
 */
export class KnownStreams {
  readonly #streams = new Map<string, Known>()
  readonly #now: () => number
  #changes = 0

  /** @param now ms */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * A stream that this person may watch.
   * @param lookUp finds out; its result is kept unless a change was announced meanwhile. @throws what it throws
   */
  async find(streamId: string, actor: Actor | null, lookUp: () => Promise<Access>): Promise<Known> {
    const now = this.#now()
    const known = this.#streams.get(streamId)
    if (known && known.until > now && mayWatch(known, actor)) return known
    const changes = this.#changes
    const { videoId, ownerId, linkId, published } = await lookUp()
    const found = { videoId, ownerId, linkId, published, parts: new Map(), until: now + keptMs }
    if (linkId !== null || changes !== this.#changes) return found
    this.#streams.delete(streamId)
    this.#streams.set(streamId, found)
    const [oldest] = this.#streams.keys()
    if (oldest !== undefined && this.#streams.size > mostStreams) this.#streams.delete(oldest)
    return found
  }

  /** @param id of a video, or of a rider; null: everything */
  forget(id: string | null): void {
    this.#changes++
    for (const [streamId, { videoId, ownerId }] of this.#streams)
      if (id === null || id === videoId || id === ownerId) this.#streams.delete(streamId)
  }
}
