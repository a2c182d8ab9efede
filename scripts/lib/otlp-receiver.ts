import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'

const nanos = z.coerce.bigint()
const value = z.looseObject({}).transform(one => Object.values(one)[0])

/** Spans as OTLP sends them in JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). */
const sent = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: nanos,
              endTimeUnixNano: nanos,
              attributes: z.array(z.object({ key: z.string(), value })).default([]),
              status: z.object({ code: z.number().optional() }).default({}),
            }),
          ),
        }),
      ),
    }),
  ),
})

type SentSpan = z.infer<typeof sent>['resourceSpans'][number]['scopeSpans'][number]['spans'][number]

export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentId: string | undefined
  name: string
  /** since 1970 */
  startMs: number
  endMs: number
  facts: Record<string, unknown>
  failed: boolean
}

const msOf = (time: bigint) => Number(time / 1000n) / 1000

const received = ({
  traceId,
  spanId,
  parentSpanId,
  name,
  attributes,
  status,
  ...times
}: SentSpan): ReceivedSpan => ({
  ...{ traceId, spanId, parentId: parentSpanId || undefined, name },
  startMs: msOf(times.startTimeUnixNano),
  endMs: msOf(times.endTimeUnixNano),
  facts: Object.fromEntries(attributes.map(one => [one.key, one.value])),
  failed: status.code === 2,
})

/**
 * Takes spans over OTLP/HTTP in JSON, as a collector does, for a person at the shell and for tests.
 * @param onSpans receives what each request brought
 */
export async function startOtlpReceiver(
  onSpans: (spans: ReceivedSpan[]) => void,
  port = 0,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
    if (request.url !== '/v1/traces') return void response.writeHead(404).end()
    const { resourceSpans } = sent.parse(JSON.parse(text.toString('utf8')))
    onSpans(resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans.map(received))))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** A trace as text: a line for each span, further in than the span that caused it, with its facts. */
export function traceText(spans: readonly ReceivedSpan[]): string {
  const known = new Set(spans.map(({ spanId }) => spanId))
  const began = Math.min(...spans.map(({ startMs }) => startMs))
  const below = (parent: string | undefined, depth: number): string[] =>
    spans
      .filter(
        ({ parentId }) => (parentId !== undefined && known.has(parentId) ? parentId : undefined) === parent,
      )
      .sort((a, b) => a.startMs - b.startMs)
      .flatMap(span => {
        const facts = Object.entries(span.facts)
          .filter(([, fact]) => !span.name.includes(String(fact)))
          .map(([name, fact]) => `${name}=${String(fact).replace(/\s+/g, ' ').slice(0, 80)}`)
        const times = `${((span.startMs - began) / 1000).toFixed(3).padStart(9)} s ${((span.endMs - span.startMs) / 1000).toFixed(3).padStart(8)} s`
        const line = `${times}  ${'  '.repeat(depth)}${span.failed ? '✗ ' : ''}${span.name}`
        return [[line, ...facts].join('  '), ...below(span.spanId, depth + 1)]
      })
  return [
    `trace ${spans[0]?.traceId}: ${spans.length} spans`,
    '   begins     lasts',
    ...below(undefined, 0),
  ].join('\n')
}
