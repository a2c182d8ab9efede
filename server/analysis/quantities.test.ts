import { expect, test } from 'vitest'
import type { AiHighlightsAnswer } from '#contract/analysis.ts'
import { addressOf, api } from '#contract/paths.ts'
import { sentences as measured } from '#sentences/measured.ts'
import { json } from '#server/core/db/json.ts'
import { learnLanguages } from '#server/core/languages.ts'
import { inWordsFor } from '#server/core/sentences.ts'
import { post, whoAmI } from '#test/harness/accounts.ts'
import { analysisResult, makeVideo } from '#test/harness/review.ts'
import { startTestServer } from '#test/harness/server.ts'
import { evidenceOf } from './events/evidence.ts'
import { factsShown } from './private-places/shown.ts'
import { heightOf, speedOf } from './quantities.ts'
import { highlightOf } from './sample-ride.ts'
import type { Evidence, Highlight } from './types.ts'

learnLanguages()

const jump = evidenceOf({
  ...{ type: 'jump', source: 'imu', start: 6, end: 7, core: 7, value: 1.2 },
  says: measured.airtime({ seconds: 1.2, speed: speedOf(62) }),
})
const descent = evidenceOf({
  ...{ type: 'descent', source: 'gps', start: 6, end: 9, core: 7, value: 21 },
  says: measured.down({ height: heightOf(100), grade: 21 }),
})
const momentOf = (...evidence: [Evidence, ...Evidence[]]) =>
  highlightOf(evidence[0], { start: 5, end: 9, evidence })

test('a highlight is stored as sentences with values, and said in the units and language of its reader', () => {
  const stored: Highlight = JSON.parse(JSON.stringify(momentOf(jump, descent)))
  const metric = 'Jump: 1.2 s of airtime, 62 km/h at takeoff, 100 m down at a 21% grade'
  expect(stored.evidence[1]?.text).toEqual({
    id: 'measured.down',
    values: { height: { quantity: 'height', si: 100 }, grade: 21 },
  })
  expect(JSON.stringify(stored)).not.toContain('airtime,')
  const said = (language: 'en' | 'es-MX', units: 'metric' | 'imperial') =>
    inWordsFor(stored, { language, units })
  expect(said('en', 'metric').description).toBe(metric)
  const american = said('en', 'imperial')
  expect(american.description).toBe('Jump: 1.2 s of airtime, 39 mph at takeoff, 328 ft down at a 21% grade')
  expect(american.evidence.map(({ text }) => text)).toEqual([
    '1.2 s of airtime, 39 mph at takeoff',
    '328 ft down at a 21% grade',
  ])
  expect(said('es-MX', 'metric').description).toBe(
    'Salto: 1.2 s en el aire, 62 km/h al despegar, 100 m de bajada con 21% de pendiente',
  )
  expect(JSON.stringify(american)).not.toContain('measured.')
})

test('what is no sentence stays as it is, and a sentence that is gone says nothing', () => {
  const wording = { language: 'es-MX', units: 'imperial' } as const
  const plain = { description: 'Fast run', curve: { stepSeconds: 1, values: [0.5] }, tagger: null }
  expect(inWordsFor(plain, wording)).toEqual(plain)
  const channel = { id: 'measured.down', values: {}, name: 'Trailcut' }
  expect(inWordsFor([channel], wording)).toEqual([channel])
  const gone = { text: { id: 'measured.noSuchSentence', values: {} } }
  expect(inWordsFor(gone, wording)).toEqual({ text: '' })
})

test('a highlight whose GPS measurement is hidden does not reveal it in any words', () => {
  const { highlights } = factsShown({ highlights: [momentOf(jump, descent)], scenes: [] }, [
    { start: 0, end: 10 },
  ])
  const [shown] = inWordsFor(highlights, { language: 'en', units: 'imperial' })
  expect(shown?.description).toBe('Jump: 1.2 s of airtime, 39 mph at takeoff')
  expect(JSON.stringify(highlights)).not.toMatch(/down|grade|100/)
})

test('the API says highlights in the units of the browser or the settings, and in the language of the person', async () => {
  const server = await startTestServer({ ROLE: 'web' })
  const rider = await server.person('rider@example.com')
  const { db } = server.deps
  const video = await makeVideo(db, (await whoAmI(rider))!.id)
  const result = { ...analysisResult(), highlights: [momentOf(jump)] }
  await db
    .updateTable('analysis_runs')
    .set({ result: json(result) })
    .where('id', '=', video.runId)
    .execute()
  await db
    .updateTable('videos')
    .set({ ai_highlights: json(result.highlights) })
    .where('id', '=', video.id)
    .execute()
  const described = async (language?: string) => {
    const headers = language ? { 'accept-language': language } : {}
    const answer = await rider.call(addressOf('aiHighlights', { id: video.id }), { headers })
    const listed = await rider.call(api.myVideos, { headers })
    const texts = [await answer.text(), await listed.text()]
    for (const text of texts) expect(text).not.toContain('measured.')
    const { highlights } = JSON.parse(texts[0] as string) as Pick<AiHighlightsAnswer, 'highlights'>
    const [{ aiHighlights }] = JSON.parse(texts[1] as string) as [{ aiHighlights: string }]
    expect((JSON.parse(aiHighlights) as AiHighlightsAnswer['highlights'])[0]?.description).toBe(
      highlights[0]?.description,
    )
    return highlights[0]?.description
  }
  expect(await described()).toBe('Jump: 1.2 s of airtime, 62 km/h at takeoff')
  expect(await described('en-US,en;q=0.9')).toBe('Jump: 1.2 s of airtime, 39 mph at takeoff')
  expect(await described('es-MX')).toBe('Salto: 1.2 s en el aire, 62 km/h al despegar')
  await post(rider, api.profileUpdate, { units: 'imperial' })
  expect(await described('en-GB-oxendict')).toBe('Jump: 1.2 s of airtime, 39 mph at takeoff')
  expect(await described('es-MX')).toBe('Salto: 1.2 s en el aire, 39 mph al despegar')
  await post(rider, api.profileUpdate, { units: 'metric' })
  expect(await described('en-US')).toBe('Jump: 1.2 s of airtime, 62 km/h at takeoff')
})
