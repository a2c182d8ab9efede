import type { FastifyInstance } from 'fastify'
import { sentences } from '#sentences/notifications.ts'
import { AppError } from '#server/core/http/errors.ts'
import { implement } from '#server/core/http/implement.ts'
import { networkOf } from '#server/core/http/network.ts'
import { type Actor, actorOf } from '#server/core/http/permission.ts'
import { hijackWithHeaders } from '#server/core/http/security-headers.ts'
import type { Deps } from '#server/deps.ts'
import type { LiveNotifications } from './live.ts'
import { countUnread } from './store.ts'

/** Proxies close connections that are silent for a minute. */
const heartbeatMs = 25_000
/** A browser that doesn't read is disconnected once this much is buffered for it. Bytes. */
const waitingMost = 64 * 1024

export interface StreamDeps extends Pick<Deps, 'db' | 'log' | 'config'> {
  live: LiveNotifications
  /** Whether the session that opened a stream is still valid, with the same permissions. */
  sessionContinues: (actor: Actor) => Promise<boolean>
}

/** How many event streams one server keeps open. */
interface StreamLimits {
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
class OpenStreams {
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

/** The event stream of the person's own notifications. It ends with the session that opened it. */
export function streamRoute(app: FastifyInstance, deps: StreamDeps): void {
  const { db, log, live, sessionContinues } = deps
  const streams = new OpenStreams(deps.config.streams)
  app.addHook('preClose', async () => streams.endAll())

  implement(app, 'notificationStream', { exposeHeadRoute: false }, async (request, reply) => {
    const actor = actorOf(request)
    const { raw } = reply
    const stops: (() => void)[] = []
    const end = () => {
      for (const stop of stops.splice(0)) stop()
      raw.end()
    }
    // Before anything is sent, so that a refusal is a normal response.
    stops.push(streams.enter({ person: actor.id, network: networkOf(request.ip), end }))
    raw.once('close', end)
    hijackWithHeaders(reply)
    raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // Buffering proxies would delay every event.
      'x-accel-buffering': 'no',
    })

    /** Sends what `words` returns, as long as the session is valid and the browser reads. */
    const send = async (words: () => Promise<string>) => {
      try {
        if (!(await sessionContinues(actor))) return end()
        const text = await words()
        if (raw.writableLength > waitingMost) raw.destroy()
        else if (stops.length > 0) raw.write(text)
      } catch (error) {
        log.warn({ err: error }, 'an event could not be sent')
      }
    }
    const tell = () =>
      send(
        async () =>
          `event: notifications\ndata: ${JSON.stringify({ unread: await countUnread(db, actor.id) })}\n\n`,
      )
    const beat = () => send(async () => ': still here\n\n')
    const check = () => send(async () => '')
    stops.push(live.subscribe(actor.id, tell))
    stops.push(live.onSessionEnd(actor.sessionId, check), live.onSessionEnd(actor.id, check))
    const timer = setInterval(() => void beat(), heartbeatMs)
    stops.push(() => clearInterval(timer))
    await tell()
  })
}
