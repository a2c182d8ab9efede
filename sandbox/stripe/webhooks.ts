import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { report } from './published/report.ts'
import { whole } from './published/whole.ts'
import { newId, type StripeState } from './state.ts'
import type { StripeEvent } from './types.ts'

export const apiVersion = '2026-10-28.endive'
const firstRetryMs = 1000
const lastRetryMs = 60_000

/** Each event destination has its own secret: snapshots, thin events, and connected accounts' events. */
type Secrets = Record<StripeEvent['object'] | 'connect', string>

/**
 * Events and their delivery, signed as Stripe does (t=…,v1=HMAC-SHA256 of `${t}.${body}`). Deliveries are
 * retried until the endpoint accepts them; events may be paused, sent twice and reordered.
 */
export class Webhooks {
  readonly #state: StripeState
  readonly #url: string
  readonly #secrets: Secrets
  readonly #log: FastifyBaseLogger
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #going = new Set<Promise<unknown>>()
  readonly #stop = new AbortController()
  #paused = false

  constructor(
    state: StripeState,
    { url, secrets, log }: { url: string; secrets: Secrets; log: FastifyBaseLogger },
  ) {
    this.#state = state
    this.#url = url
    this.#secrets = secrets
    this.#log = log
  }

  /** Sends what a stopped process had not sent. */
  start(): void {
    for (const event of this.#state.undelivered()) this.#send(event)
  }

  /**
   * @param account the connected account it happened at; undefined: the platform itself
   * @param before the earlier values of what an update changed
   */
  emit(type: string, object: unknown, account?: string, before?: object): StripeEvent {
    return this.#made({
      ...(account ? { account } : {}),
      id: newId('evt'),
      object: 'event',
      api_version: apiVersion,
      created: this.#state.now(),
      type,
      data: { object: whole(object), ...(before ? { previous_attributes: before } : {}) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
    })
  }

  /** A thin event: names its object, which the receiver has to fetch. */
  emitThin(type: string, object: { id: string; type: string; url: string }): StripeEvent {
    return this.#made({
      id: newId('evt'),
      object: 'v2.core.event',
      created: new Date(this.#state.now() * 1000).toISOString(),
      type,
      related_object: object,
      livemode: false,
    })
  }

  /** Holds events until they are released. */
  hold(): void {
    this.#paused = true
  }
  /** Sends the events kept meanwhile: reordered, several times each. Resolves when all have been accepted. */
  async release({ reverse = false, copies = 1 } = {}): Promise<void> {
    this.#paused = false
    const events = this.#state.undelivered()
    if (reverse) events.reverse()
    for (let i = 0; i < copies; i++) for (const event of events) this.#send(event)
    await this.settled()
  }
  /** Sends an event again, like the dashboard's button. */
  resend(id: string): void {
    this.#send(this.#state.get('event', id))
  }

  /** Resolves when nothing is being sent right now. */
  async settled(): Promise<void> {
    while (this.#going.size) await Promise.allSettled(this.#going)
  }

  async close(): Promise<void> {
    this.#stop.abort()
    for (const timer of this.#timers) clearTimeout(timer)
    await this.settled()
  }

  #made(event: StripeEvent): StripeEvent {
    report(`event ${event.type}`, event)
    this.#state.put('event', event)
    if (!this.#paused) this.#send(event)
    return event
  }

  #send(event: StripeEvent, attempt = 0): void {
    if (this.#stop.signal.aborted) return
    const work = this.#deliver(event)
      .then(taken => {
        if (taken) this.#state.markDelivered(event.id)
        else this.#later(event, attempt)
      })
      .finally(() => this.#going.delete(work))
    this.#going.add(work)
  }

  #later(event: StripeEvent, attempt: number): void {
    if (this.#stop.signal.aborted) return
    const wait = Math.min(lastRetryMs, firstRetryMs * 2 ** attempt)
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      if (!this.#paused) this.#send(event, attempt + 1)
    }, wait)
    timer.unref()
    this.#timers.add(timer)
  }

  async #deliver(event: StripeEvent): Promise<boolean> {
    const body = JSON.stringify(event)
    // Signed with the machine's time, which the endpoint compares with its own.
    const t = Math.floor(Date.now() / 1000)
    const v1 = createHmac('sha256', this.#secrets[event.account ? 'connect' : event.object])
      .update(`${t}.${body}`)
      .digest('hex')
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${t},v1=${v1}` },
        body,
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(20_000)]),
      })
      await response.body?.cancel()
      if (!response.ok) this.#log.warn({ type: event.type, status: response.status }, 'webhook refused')
      return response.ok
    } catch (error) {
      this.#log.debug({ err: error, type: event.type }, 'webhook not taken')
      return false
    }
  }
}
