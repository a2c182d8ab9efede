import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/core/db/database.ts'
import { inSpan } from '#server/core/tracing/trace.ts'
import { makeClip, scratchFolder } from '#test/media/make.ts'
import { ApiClient } from '../scripts/lib/api-client.ts'
import { type ReceivedSpan, startOtlpReceiver, traceText } from '../scripts/lib/otlp-receiver.ts'
import { cloneDatabase } from './harness/database.ts'
import { inPrivateNetwork, startMachine } from './harness/machines.ts'
import { startTestServer } from './harness/server.ts'

async function receiver() {
  const spans: ReceivedSpan[] = []
  const { url, close } = await startOtlpReceiver(more => void spans.push(...more))
  onTestFinished(close)
  return { spans, env: { OTEL_EXPORTER_OTLP_ENDPOINT: url } }
}

/** The packages of OpenTelemetry that a server loaded, as Node's loader tells. */
const loaded = (lines: readonly string[]) =>
  new Set(lines.flatMap(line => /node_modules\/(@opentelemetry\/(?!api\b)[\w-]+)/.exec(line)?.[1] ?? []))

test('an upload is one trace from its last bytes over web and worker to the analysis, with the ids in the log', async () => {
  const { spans, env: tracing } = await receiver()
  const lines: string[] = []
  const databaseUrl = await cloneDatabase()
  const env = {
    ...inPrivateNetwork(databaseUrl),
    ...tracing,
    ...{ LOG_LEVEL: 'info', LOG_FORMAT: 'json', NODE_DEBUG: 'esm' },
  }
  const dataDir = await scratchFolder()
  const onLine = (line: string) => lines.push(line)
  const web = await startMachine({ ...env, ROLE: 'web' }, { dataDir, onLine })
  const worker = await startMachine({ ...env, ROLE: 'worker' }, { dataDir, onLine })
  // These lines don't come by the stream that says that it is ready.
  await expect.poll(() => loaded(lines)).toContain('@opentelemetry/sdk-trace')
  const rider = new ApiClient(web.url)
  await rider.signIn('sam.test@trailcut.app')
  const file = await makeClip(path.join(await scratchFolder(), 'ride of sam.mp4'), { seconds: 4 })
  const { video, uploadUrl, size } = await rider.requestUpload(file)
  await rider.sendFile(file, uploadUrl, size)
  await rider.untilAnalyzed(video.id)
  await rider.untilLadder(video.id)
  // What is left is sent then.
  for (const machine of [worker, web]) await machine.stop()

  const analysis = spans.find(({ name }) => name === 'job analysis.run') as ReceivedSpan
  const trace = spans.filter(({ traceId }) => traceId === analysis.traceId)
  console.log(traceText(trace))
  const parentOf = (span: ReceivedSpan) => trace.find(({ spanId }) => spanId === span.parentId)
  const from = (span: ReceivedSpan): string[] => {
    const parent = parentOf(span)
    return [...(parent ? from(parent) : []), span.name]
  }
  const paths = trace.map(from)
  const upload = 'PATCH /api/uploads/:token'
  expect(paths).toContainEqual([upload])
  expect(paths).toContainEqual([upload, 'job videos.ingest', 'ffprobe probe'])
  expect(paths).toContainEqual([upload, 'job videos.ingest', 'job videos.ladder', 'ffmpeg hls encode'])
  expect(paths).toContainEqual([upload, 'job videos.ingest', 'job analysis.run'])
  const encoding = trace.find(({ name }) => name === 'ffmpeg hls encode')
  expect(Number(encoding?.facts['process.exit.code'])).toBe(0)
  const seconds = trace.map(({ facts }) => Number(facts['trailcut.media.cpu_seconds'] ?? 0))
  expect(Number(encoding?.facts['trailcut.media.cpu_seconds'])).toBeGreaterThan(0)
  expect(trace.filter(({ failed }) => failed)).toEqual([])
  // What a process took counts for its span and for the rider's budget.
  const db = openDatabase(databaseUrl, () => undefined)
  onTestFinished(() => db.destroy())
  const used = await db.selectFrom('processing_usage').select('cpu_seconds').executeTakeFirstOrThrow()
  const inJobs = seconds.reduce((sum, one) => sum + one, 0)
  expect(used.cpu_seconds).toBeGreaterThan(inJobs * 0.9)

  const told = lines.filter(line => line.startsWith('{')).map(line => JSON.parse(line))
  const ofTrace = told.filter(line => line.trace_id === analysis.traceId)
  expect(ofTrace.map(line => line.span_id).filter(id => !trace.some(({ spanId }) => spanId === id))).toEqual(
    [],
  )
  expect(ofTrace.some(line => line.job === 'analysis.run' || line.job === 'videos.ingest')).toBe(true)

  const text = JSON.stringify(spans)
  const token = uploadUrl.split('/').at(-1) as string
  for (const secret of ['sam.test', 'ride of sam', token, '127.0.0.1', video.id])
    expect(text).not.toContain(secret)
})

test('without the setting nothing of OpenTelemetry is loaded, and jobs keep nothing of it', async () => {
  const lines: string[] = []
  const databaseUrl = await cloneDatabase()
  const env = { ...inPrivateNetwork(databaseUrl), ROLE: 'web', NODE_DEBUG: 'esm' }
  const web = await startMachine(env, { onLine: line => lines.push(line) })
  await expect.poll(() => lines.some(line => line.includes('dist/server/main.js'))).toBe(true)
  expect(loaded(lines)).toEqual(new Set())
  const rider = new ApiClient(web.url)
  await rider.signIn('sam.test@trailcut.app')
  const file = await makeClip(path.join(await scratchFolder(), 'ride.mp4'), { seconds: 2 })
  const { uploadUrl, size } = await rider.requestUpload(file)
  await rider.sendFile(file, uploadUrl, size)
  const db = openDatabase(databaseUrl, () => undefined)
  onTestFinished(() => db.destroy())
  const { rows } = await sql<{ data: object }>`
    select data from jobs.job where name = 'videos.ingest'`.execute(db)
  expect(rows.map(({ data }) => Object.keys(data))).toEqual([['videoId']])
})

test('slow and failed statements are recorded, and a request never continues a trace that a client sent', async () => {
  const { spans, env } = await receiver()
  const server = await startTestServer(env)
  const strange = '0af7651916cd43dd8448eb211c80319c'
  const headers = { traceparent: `00-${strange}-b7ad6b7169203331-01` }
  expect((await fetch(`${server.url}/api/app`, { headers })).status).toBe(200)
  expect((await fetch(`${server.url}/healthz`, { headers })).status).toBe(200)
  const failed = inSpan({ name: 'the test' }, async () => {
    await sql`select pg_sleep(${0.05})`.execute(server.deps.db)
    await sql`select ${1}::int`.execute(server.deps.db)
    await sql`select ${'secret'}::int / 0`.execute(server.deps.db)
  })
  await expect(failed).rejects.toThrow('invalid input syntax')
  await server.close()
  const around = spans.find(({ name }) => name === 'the test') as ReceivedSpan
  const within = spans.filter(({ parentId }) => parentId === around.spanId)
  expect(within.map(({ facts, failed: one }) => [facts['db.query.text'], one])).toEqual(
    expect.arrayContaining([
      ['select pg_sleep($1)', false],
      ['select $1::int / 0', true],
    ]),
  )
  // Whether a short statement was slow depends on the machine.
  expect(within.filter(({ startMs, endMs, failed: one }) => !one && endMs - startMs < 4)).toEqual([])
  expect(within.find(one => one.failed)?.facts['error.type']).toBe('22P02')
  expect(around).toMatchObject({ failed: true })
  const asked = spans.filter(({ name }) => name.startsWith('GET'))
  expect(asked.map(({ name, traceId }) => [name, traceId === strange])).toEqual([['GET /api/app', false]])
  expect(JSON.stringify(spans)).not.toContain('secret')
})
