/**
 * What our code tells of its work as spans of traces. Nothing here knows OpenTelemetry: `opentelemetry.ts` does, and it
 * is loaded by the setting alone. No fact names a person, or what only one may know: no addresses, tokens or titles.
 */
import type { FastifyInstance } from 'fastify'

/** What a span says besides its name and times, by the names of OpenTelemetry's conventions where there is one. */
export type Facts = Record<string, string | number | boolean>

export interface SpanOf {
  name: string
  /** what starts it: a person's request, a job of the queue, or our own code */
  kind?: 'request' | 'job' | 'inside'
  facts?: Facts
  /** `traceparent` of the span that caused it, if not the one around it */
  parent?: string | undefined
  /** whether what was thrown is a failure; everything is by default */
  isFailure?: (error: unknown) => boolean
}

/** A span that is under way. */
export interface OpenSpan {
  note(facts: Facts): void
  /** Runs what belongs to it. */
  within<T>(work: () => T): T
  /** @param failure the name of what went wrong; undefined: nothing */
  end(failure?: string): void
}

export interface Tracer {
  open(span: SpanOf): OpenSpan
  /** Records a span that began at this time of `performance.now()` and ends now, if another one is around it. */
  past(name: string, beganMs: number, facts: Facts, failure?: string): void
  /** The ids of the span around the running code. */
  around(): { traceId: string; spanId: string; sampled: boolean } | undefined
}

let tracer: Tracer | null = null

/** Turns tracing on, or off with null. One for the whole process. */
export function traceWith(given: Tracer | null): void {
  tracer = given
}

export const isTracing = (): boolean => tracer !== null

/** What a line of the log says of the span around it. */
export function traceIds(): { trace_id?: string; span_id?: string } {
  const around = tracer?.around()
  return around ? { trace_id: around.traceId, span_id: around.spanId } : {}
}

/** The span around the running code, as text for another process (https://www.w3.org/TR/trace-context/#traceparent-header). */
export function traceparent(): string | undefined {
  const around = tracer?.around()
  return around && `00-${around.traceId}-${around.spanId}-0${around.sampled ? 1 : 0}`
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')

/** Runs work in a span, if tracing is on. @param work receives what adds facts to it */
export async function inSpan<T>(
  given: SpanOf,
  work: (note: (facts: Facts) => void) => Promise<T>,
): Promise<T> {
  if (!tracer) return work(() => undefined)
  const span = tracer.open(given)
  try {
    const result = await span.within(() => work(facts => span.note(facts)))
    span.end()
    return result
  } catch (error) {
    span.end(given.isFailure?.(error) === false ? undefined : nameOf(error))
    throw error
  }
}

/** Statements that took this long are worth a span, and those that failed. */
const slowStatementMs = 5
const mostText = 500

/** A statement that is under way, recorded if it is worth it. @param text with placeholders for all values */
export function tellStatement<T>(text: string, answer: Promise<T>): Promise<T> {
  if (!tracer) return answer
  const began = performance.now()
  const told = tracer
  const past = (failure?: string) => {
    const [operation = ''] = text.trimStart().split(/\s/, 1)
    const facts = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text.trim().slice(0, mostText),
    }
    told.past(`SQL ${operation}`, began, facts, failure)
  }
  return answer.then(
    value => {
      if (performance.now() - began >= slowStatementMs) past()
      return value
    },
    (error: unknown) => {
      past(String((error as { code?: unknown }).code ?? nameOf(error)))
      throw error
    },
  )
}

/** What monitoring asks every few seconds. */
const untraced = new Set(['/healthz', '/readyz', '/metrics'])

/** A span for each request, named by its route. A `traceparent` that someone sent is ignored. */
export function traceRequests(app: FastifyInstance): void {
  if (!tracer) return
  const { open } = tracer
  const spans = new WeakMap<object, OpenSpan>()
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    if (untraced.has(route)) return done()
    const facts = { 'http.request.method': request.method, 'http.route': route }
    const span = open({ name: `${request.method} ${route}`, kind: 'request', facts })
    spans.set(request, span)
    // Also emitted when the connection breaks.
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw
      span.note({ 'http.response.status_code': statusCode })
      span.end(statusCode >= 500 ? String(statusCode) : undefined)
    })
    span.within(done)
  })
  // Bodies are read in between, in events of the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.within(done)
    else done()
  })
}
