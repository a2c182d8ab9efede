/**
 * Receives traces and prints each as text once nothing more of it comes:
 *   node scripts/traces.ts [--port 4318] [--with "job videos.ingest"] [--quiet 8]
 * Then start a server with OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318, and upload something (npm run ride).
 * --with: only traces with a span whose name has this text. --quiet: seconds without news after which a trace is whole.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type ReceivedSpan, startOtlpReceiver, traceText } from './lib/otlp-receiver.ts'

const { values: options } = parseArgs({
  options: {
    port: { type: 'string', default: '4318' },
    with: { type: 'string', default: '' },
    quiet: { type: 'string', default: '8' },
  },
})
const traces = new Map<string, { spans: ReceivedSpan[]; at: number }>()
const { url } = await startOtlpReceiver(spans => {
  for (const span of spans) {
    const trace = traces.get(span.traceId) ?? { spans: [], at: 0 }
    traces.set(span.traceId, trace)
    trace.spans.push(span)
    trace.at = Date.now()
  }
}, Number(options.port))
console.log(`Receiving: OTEL_EXPORTER_OTLP_ENDPOINT=${url}`)

for (;;) {
  await pause(1000)
  for (const [id, { spans, at }] of traces) {
    if (Date.now() - at < Number(options.quiet) * 1000) continue
    traces.delete(id)
    if (spans.some(({ name }) => name.includes(options.with))) console.log(`\n${traceText(spans)}`)
  }
}
