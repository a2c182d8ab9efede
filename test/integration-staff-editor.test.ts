import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { AiHighlightsAnswer, CompiledHighlights } from '#contract/analysis.ts'
import type { Clip } from '#contract/clips.ts'
import { api } from '#contract/paths.ts'
import type { AiProcessedVideo, ReviewState } from '#contract/review.ts'
import { mailsTo } from '#test/harness/accounts.ts'
import { ask, proved, reviewState } from '#test/harness/review.ts'
import { startTestServer } from './harness/server.ts'
import { ffprobe, scratchFolder } from './media/make.ts'
import { makeRide } from './media/ride.ts'

test('a real ride: announced by mail, trimmed, compiled; renders exactly what staff cut', async () => {
  const server = await startTestServer()
  const rider = await proved(server, 'sam@trailcut.example')
  const moderator = await proved(server, 'moderator@trailcut.example')
  const file = await makeRide(path.join(await scratchFolder(), 'ride.mp4'), { telemetry: true, seconds: 40 })
  const { video, uploadUrl, size } = await rider.client.requestUpload(file)
  await rider.client.sendFile(file, uploadUrl, size)
  await rider.client.untilPlayable(video.id)
  await rider.client.untilAnalyzed(video.id)

  const found = () => rider.client.json<AiHighlightsAnswer>(api.aiHighlights(video.id))
  const [first] = (await found()).highlights
  if (!first) throw new Error('This ride has highlights')
  const cut = { start: first.start + 0.5, end: first.start + 2.3 }
  const trim = (body: object, version?: number) =>
    ask(moderator.client, 'PATCH', api.trimHighlight(video.id, 0), body, version)
  const { version } = await reviewState(moderator.client, video.id)
  const answer = await trim(cut, version)
  const { clip, review } = (await answer.json()) as { clip: Clip; review: ReviewState }
  expect(review).toMatchObject({
    version: version + 1,
    trims: [{ index: 0, ...cut, originalStart: first.start, originalEnd: first.end }],
  })
  expect((await found()).highlights[0]).toMatchObject(cut)
  const [listed] = await moderator.client.json<AiProcessedVideo[]>(api.aiProcessedVideos)
  expect(JSON.parse(listed?.aiHighlights ?? '')[0]).toMatchObject(cut)

  const ready = async (wanted: Clip) => {
    const done = await moderator.client.until(
      () => moderator.client.json<Clip>(api.clip(video.id, wanted.id)),
      c => c.status === 'ready' || c.status === 'failed',
    )
    expect(done.status).toBe('ready')
    const copy = path.join(server.dataDir, `${wanted.id}.mp4`)
    await writeFile(copy, Buffer.from(await (await moderator.client.call(done.url)).arrayBuffer()))
    return ffprobe(copy)
  }
  expect(Number((await ready(clip)).format.duration)).toBeCloseTo(1.8, 1)

  expect((await trim({ start: 3, end: 3.5 })).status).toBe(422)
  expect((await trim({ start: 35, end: 50 })).status).toBe(422)
  expect((await ask(moderator.client, 'PATCH', api.trimHighlight(video.id, 99), cut)).status).toBe(404)
  const undone = await ask(moderator.client, 'POST', api.undoDecision(video.id))
  expect(await undone.json()).toMatchObject({ trims: [], lastDecision: null })
  expect((await found()).highlights[0]).toMatchObject({ start: first.start, end: first.end })

  const before = JSON.parse(listed?.aiCompiledHighlights ?? '') as CompiledHighlights[]
  const added = await ask(moderator.client, 'POST', api.addToCompilation(video.id), {
    highlights: [0],
    compilationType: 'short',
  })
  const made = (await added.json()) as { index: number; compilation: CompiledHighlights; clip: Clip }
  expect(made).toMatchObject({
    index: before.length,
    compilation: { clips: [{ start: first.start, end: first.end, highlight: 0 }] },
  })
  const reel = await ready(made.clip)
  expect(reel.streams.find(s => s.codec_type === 'video')).toMatchObject({ width: 720, height: 1280 })
  expect(Number(reel.format.duration)).toBeCloseTo(made.compilation.totalDuration, 0)
  const [after] = await moderator.client.json<AiProcessedVideo[]>(api.aiProcessedVideos)
  expect(JSON.parse(after?.aiCompiledHighlights ?? '')).toHaveLength(before.length + 1)

  const add = (highlight: object) =>
    ask(moderator.client, 'POST', api.addToCompilation(video.id), {
      highlights: [highlight],
      compilationType: 'short',
    })
  const byObject = await add(first)
  expect(byObject.status).toBe(200)
  expect(await byObject.json()).toMatchObject({
    index: before.length + 1,
    compilation: { clips: [{ start: first.start, end: first.end, highlight: 0 }] },
  })
  expect((await add({ start: first.start, end: first.end + 1 })).status).toBe(422)
  expect((await add({ ...first, unknown: true })).status).toBe(422)

  const subjects = await rider.client.until(
    async () => (await mailsTo(rider.client, 'sam@trailcut.example')).map(m => m.subject),
    list => list.length > 0,
  )
  expect(subjects).toEqual([expect.stringMatching(/^\d+ highlights? found in 'Ride: .+'$/)])
})
