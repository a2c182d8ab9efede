import {
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import { type OpenSpan, type SpanOf, type Tracer, traceWith } from './trace.ts'

const kinds = { request: SpanKind.SERVER, job: SpanKind.CONSUMER, inside: SpanKind.INTERNAL }

/** The context of a span in another process; the given one if the text is none. */
function contextOf(traceparent: string | undefined, otherwise: Context): Context {
  const [, traceId, spanId, flags] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(traceparent ?? '') ?? []
  if (!traceId || !spanId || !flags) return otherwise
  const traceFlags = Number.parseInt(flags, 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function end(span: Span, failure: string | undefined): void {
  if (failure !== undefined) {
    // Messages of errors may quote what a person wrote.
    span.setAttribute('error.type', failure)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

export interface TracingSettings {
  /** base address of an OTLP receiver, without a trailing slash */
  endpoint: string
  /** the share of traces that is recorded, 0 to 1 */
  share: number
}

/**
 * Turns tracing on for this process. The packages read the other standard variables of OpenTelemetry by themselves
 * (OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES …).
 * @returns sends what is left, and turns tracing off
 */
export function startTracing(
  { endpoint, share }: TracingSettings,
  { role, log }: { role: string; log: FastifyBaseLogger },
): () => Promise<void> {
  const say = (message: string) => log.warn({ detail: message.slice(0, 500) }, 'spans were not sent')
  const silent = () => undefined
  diag.setLogger(
    { error: say, warn: say, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'trailcut', 'trailcut.role': role }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) }),
    ],
  })
  const spans = provider.getTracer('trailcut')
  const contexts = new AsyncLocalStorageContextManager().enable()

  const open = ({ name, kind = 'inside', facts = {}, parent }: SpanOf): OpenSpan => {
    // Nothing around a request caused it.
    const around = kind === 'request' ? ROOT_CONTEXT : contextOf(parent, contexts.active())
    const span = spans.startSpan(name, { kind: kinds[kind], attributes: facts }, around)
    const inside = trace.setSpan(around, span)
    return {
      note: more => void span.setAttributes(more),
      within: work => contexts.with(inside, work),
      end: failure => end(span, failure),
    }
  }
  const tracer: Tracer = {
    open,
    past(name, beganMs, facts, failure) {
      const around = contexts.active()
      if (!trace.getSpan(around)?.isRecording()) return
      const startTime = performance.timeOrigin + beganMs
      end(spans.startSpan(name, { kind: SpanKind.CLIENT, attributes: facts, startTime }, around), failure)
    },
    around() {
      const found = trace.getSpanContext(contexts.active())
      if (!found) return undefined
      const { traceId, spanId, traceFlags } = found
      return { traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 }
    },
  }
  traceWith(tracer)
  return async () => {
    traceWith(null)
    contexts.disable()
    // Sends what is left first.
    await provider.shutdown()
    diag.disable()
  }
}
