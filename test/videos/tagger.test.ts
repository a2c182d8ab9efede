import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { AiHighlightsAnswer } from '#contract/analysis.ts'
import { api } from '#contract/paths.ts'
import { blueTagger, writeTagger } from '#server/analysis/tagger/sample-model.ts'
import { ConfigError } from '#server/core/settings/config.ts'
import { proved, reviewState } from '#test/harness/review.ts'
import { startTestServer } from '#test/harness/server.ts'
import { scratchFolder } from '#test/media/make.ts'
import { tintedRide } from '#test/media/tinted.ts'

test('a server with a broken tagger does not start and says why, unless it analyzes nothing', async () => {
  const TAGGER_DIR = await writeTagger(await scratchFolder(), blueTagger, Buffer.from('no model'))
  const refused = await startTestServer({ TAGGER_DIR }).catch(error => error)
  expect(refused).toBeInstanceOf(ConfigError)
  expect(refused.message).toMatch(/^TAGGER_DIR: model\.onnx can't be loaded: /)
  const web = await startTestServer({ TAGGER_DIR, ROLE: 'web' })
  expect((await fetch(`${web.url}/healthz`)).status).toBe(200)
})

test("a tagger labels highlights in the reader's language, and staff read why labels are missing", async () => {
  const TAGGER_DIR = await writeTagger(await scratchFolder())
  const server = await startTestServer({ TAGGER_DIR })
  const rider = await server.person('sam.test@trailcut.example')
  const { client: staff } = await proved(server, 'moderator@trailcut.example')
  const { video, uploadUrl, size } = await rider.requestUpload(await tintedRide())
  await rider.sendFile(await tintedRide(), uploadUrl, size)
  await rider.untilAnalyzed(video.id)
  const labels = async (language: string) => {
    const headers = { 'accept-language': language }
    const found = await rider.json<AiHighlightsAnswer>(api.aiHighlights(video.id), { headers })
    return found.highlights.map(({ evidence }) =>
      evidence.filter(({ source }) => source === 'tagger').map(({ text }) => text.replace(/\d+%/, 'N%')),
    )
  }
  expect(await labels('en')).toEqual([['looks like water (N%)'], []])
  expect(await labels('es-MX')).toEqual([['parece agua (N%)'], []])
  expect((await reviewState(staff, video.id)).tagger).toEqual({ name: 'Blue or red', problem: null })

  // The operator breaks the folder while the server runs.
  await writeFile(path.join(TAGGER_DIR, 'tagger.json'), '{}')
  await rider.json(api.aiAnalyze(video.id), { method: 'POST' })
  await rider.untilAnalyzed(video.id)
  expect(await labels('en')).toEqual([[], []])
  expect((await reviewState(staff, video.id)).tagger).toEqual({
    name: null,
    problem: expect.stringMatching(/^tagger\.json is wrong: /),
  })
})
