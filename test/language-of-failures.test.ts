import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Clip } from '#contract/clips.ts'
import { api } from '#contract/paths.ts'
import type { Reel } from '#contract/reels/schemas.ts'
import { sentences as analysis } from '#sentences/analysis.ts'
import { sentences as clips } from '#sentences/clips.ts'
import { json, textColumn } from '#server/core/db/json.ts'
import { silentPlan } from '#test/harness/reels.ts'
import { makeVideo } from '#test/harness/review.ts'
import { startTestServer } from '#test/harness/server.ts'

const spanish = { headers: { 'accept-language': 'es-MX' } }

test("why a clip, a reel or an analysis failed is said in the reader's language", async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const { db } = server.deps
  const rider = await server.person('rider@example.com')
  const { id: userId } = await rider.json<{ id: string }>(api.user)
  const { id: videoId } = await makeVideo(db, userId)
  await db
    .updateTable('videos')
    .set({ ai_status: 'failed', ai_error: textColumn(analysis.failed) })
    .where('id', '=', videoId)
    .execute()
  const status = (init?: RequestInit) =>
    rider.json<{ aiProcessingError: string | null }>(api.aiStatus(videoId), init)
  expect((await status()).aiProcessingError).toBe(analysis.failed.in('en'))
  expect((await status(spanish)).aiProcessingError).toMatch(/^No pudimos terminar el análisis/)

  const clipId = randomUUID()
  const part = { start: 0, end: 2, focus: [] }
  await db
    .insertInto('clips')
    .values({
      id: clipId,
      video_id: videoId,
      kind: 'highlight',
      format: 'wide',
      parts: json([part]),
      digest: 'c'.repeat(32),
      status: 'failed',
      error: textColumn(clips.renderFailed),
      duration_seconds: 2,
    })
    .execute()
  const clip = (init?: RequestInit) => rider.json<Clip>(api.clip(videoId, clipId), init)
  expect((await clip()).error).toBe(clips.renderFailed.in('en'))
  expect((await clip(spanish)).error).toMatch(/^No pudimos generar el clip/)

  const made = await rider.post<Reel>(api.reels(videoId), silentPlan)
  await db
    .updateTable('reels')
    .set({ clip_id: clipId, clip_version: made.version })
    .where('id', '=', made.id)
    .execute()
  const [reel] = await rider.json<Reel[]>(api.reels(videoId), spanish)
  expect(reel?.clip?.error).toMatch(/^No pudimos generar el clip/)
})
