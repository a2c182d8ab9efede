import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { AiHighlightsAnswer, TelemetrySummary } from '#contract/analysis.ts'
import type { Clip } from '#contract/clips.ts'
import { api, coverAddress } from '#contract/paths.ts'
import type { aiStartAnswer, Video } from '#contract/videos.ts'
import { standardModel } from '#server/analysis/calibration/model.ts'
import { coverOf, unsafeFind, type VideoRow } from '#server/videos/index.ts'
import { openFileSource, readTelemetryFrom, recordReads } from '#telemetry/index.ts'
import type { ApiClient } from '../scripts/lib/api-client.ts'
import { startTestServer } from './harness/server.ts'
import { ffprobe } from './media/make.ts'
import { ride } from './media/ride.ts'

async function upload(client: ApiClient, file: string): Promise<Video> {
  const { video, uploadUrl, size } = await client.requestUpload(file)
  await client.sendFile(file, uploadUrl, size)
  await client.untilPlayable(video.id)
  return video
}

const highlightsOf = (client: ApiClient, id: string) => client.json<AiHighlightsAnswer>(api.aiHighlights(id))

test('a ride with telemetry is analyzed, its metadata applied, and its clips and reels rendered', async () => {
  const server = await startTestServer()
  const rider = await server.person('sam.test@trailcut.example')
  const video = await upload(rider, await ride({ telemetry: true }))
  const status = await rider.untilAnalyzed(video.id)
  expect(status).toMatchObject({
    aiProcessingStatus: 'completed',
    progress: 100,
    aiGeneratedTags: expect.any(Array),
  })
  const found = await highlightsOf(rider, video.id)
  expect(found.telemetry?.streams.map(s => s.fourcc)).toEqual(
    expect.arrayContaining(['ACCL', 'GYRO', 'GPS5']),
  )
  expect(found.highlights.length).toBeGreaterThan(0)
  const { stepSeconds, values } = found.curve
  for (const { evidence, scoreModel, strength, score, excitementLevel, start, end } of found.highlights) {
    // One number for a moment: on its card, on the timeline, in lists.
    const within = values.filter((_, i) => i * stepSeconds >= start && i * stepSeconds <= end)
    expect(Math.max(...within)).toBeCloseTo(score, 3)
    expect(excitementLevel).toBe(score)
    expect(evidence.length).toBeGreaterThan(0)
    expect(scoreModel).toBe(standardModel.version)
    expect(strength).toBeGreaterThan(0)
  }

  // Both texts are from this analysis, and differ only in the units of what GPS measured.
  const run = await server.deps.db.selectFrom('analysis_runs').selectAll().executeTakeFirstOrThrow()
  const words = (texts: unknown) => JSON.stringify(texts).replaceAll(/\d+ (km\/h|mph|m|ft)\b/g, 'N')
  expect(JSON.stringify(run.result?.texts)).toMatch(/\d km\/h/)
  expect(JSON.stringify(run.imperial_texts)).toMatch(/\d mph/)
  expect(words(run.imperial_texts)).toBe(words(run.result?.texts))

  const shown = await rider.json<Video>(api.video(video.id))
  expect(shown).toMatchObject({ aiEnhanced: true, aiViralPotentialScore: status.aiViralPotentialScore })
  expect(JSON.parse(shown.aiHighlights as string)).toHaveLength(found.highlights.length)

  // The cover and the player's poster are a frame at the peak of the best highlight.
  const best = found.highlights.toSorted((a, b) => b.score - a.score)[0]
  const cover = Number(/time=([\d.]+)s/.exec(shown.thumbnailUrl ?? '')?.[1])
  expect(Math.abs(cover - (best?.evidence[0]?.core ?? 0))).toBeLessThanOrEqual(0.65)
  const bytes = async (address: string) => Buffer.from(await (await rider.call(address)).arrayBuffer())
  const streamId = shown.cfStreamId as string
  expect(await bytes(coverAddress(streamId, 360))).toEqual(await bytes(shown.thumbnailUrl as string))
  // Mails about it bring the same.
  const row = (await unsafeFind(server.deps.db, video.id)) as VideoRow
  expect(await coverOf(server.deps, row, 360)).toEqual(await bytes(coverAddress(streamId, 360)))

  // The file's name is no title, until its rider wants it.
  expect(shown.title).toBe(status.aiGeneratedTitle)
  const undone = await rider.json<Video>(api.undoEnhance(video.id), { method: 'POST' })
  expect(undone.title).toBe(shown.replacedTitle)
  const enhanced = await rider.json<Video>(api.enhanceMetadata(video.id), { method: 'POST' })
  expect(enhanced.title).toBe(status.aiGeneratedTitle)

  const ask = { kind: 'highlight', index: 0, format: 'vertical' }
  const clip = await rider.post<Clip>(api.clips(video.id), ask)
  expect((await rider.post<Clip>(api.clips(video.id), ask)).id).toBe(clip.id)
  const done = await rider.until(
    () => rider.json<Clip>(api.clip(video.id, clip.id)),
    c => c.status === 'ready' || c.status === 'failed',
  )
  expect(done.status).toBe('ready')
  const file = await rider.call(done.url, { headers: { range: 'bytes=0-99' } })
  expect(file.status).toBe(206)
  expect(file.headers.get('content-range')).toBe(`bytes 0-99/${done.size}`)
  const whole = path.join(server.dataDir, 'clip.mp4')
  await writeFile(whole, Buffer.from(await (await rider.call(done.url)).arrayBuffer()))
  const { streams, format } = await ffprobe(whole)
  expect(streams.find(s => s.codec_type === 'video')).toMatchObject({ width: 720, height: 1280 })
  expect(Number(format.duration)).toBeCloseTo(done.duration, 0)

  const again = await rider.json<z.infer<typeof aiStartAnswer>>(api.aiAnalyze(video.id), { method: 'POST' })
  const same = await rider.json<z.infer<typeof aiStartAnswer>>(api.aiProcess(video.id), { method: 'POST' })
  expect(same.runId).toBe(again.runId)
})

test("a copy without telemetry is analyzed again with its original's telemetry", async () => {
  const server = await startTestServer()
  const rider = await server.person('sam.test@trailcut.example')
  const stranger = await server.person('lee.test@trailcut.example')
  const video = await upload(rider, await ride({ telemetry: false }))
  await rider.untilAnalyzed(video.id)
  expect((await highlightsOf(rider, video.id)).telemetry).toBeNull()

  await using source = await openFileSource(await ride({ telemetry: true }))
  const recorded = recordReads(source)
  await readTelemetryFrom(recorded.source)
  const send = (client: ApiClient, body: Uint8Array) =>
    client.call(api.addTelemetry(video.id), {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(body),
    })
  const excerpt = Buffer.concat(recorded.excerpt())
  expect((await send(stranger, excerpt)).status).toBe(404)
  expect((await send(rider, Buffer.from('nothing of the kind'))).status).toBe(422)
  const added = await send(rider, excerpt)
  expect(added.status).toBe(200)
  expect(((await added.json()) as TelemetrySummary).streams.map(s => s.fourcc)).toContain('ACCL')
  await rider.untilAnalyzed(video.id)
  expect((await highlightsOf(rider, video.id)).telemetry?.streams.map(s => s.fourcc)).toContain('GPS5')
})
