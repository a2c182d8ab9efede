import { expect, test } from 'vitest'
import type { Evidence, Highlight } from '#contract/analysis.ts'
import { addressOf, api } from '#contract/paths.ts'
import { sentences as measured } from '#sentences/measured.ts'
import { json } from '#server/core/db/json.ts'
import { inWordsFor, told } from '#server/core/db/told.ts'
import { learnLanguages } from '#server/core/languages.ts'
import { post, whoAmI } from '#test/harness/accounts.ts'
import { analysisResult, makeVideo } from '#test/harness/review.ts'
import { startTestServer } from '#test/harness/server.ts'
import { evidenceOf } from './events/evidence.ts'
import { headline } from './highlights/names.ts'
import { factsShown } from './private-places/shown.ts'
import { heightOf, speedOf } from './quantities.ts'

learnLanguages()

const jump = evidenceOf({
  ...{ type: 'jump', source: 'imu', start: 6, end: 7, core: 7, value: 1.2 },
  says: measured.airtime({ seconds: 1.2, speed: speedOf(62) }),
})
const descent = evidenceOf({
  ...{ type: 'descent', source: 'gps', start: 6, end: 9, core: 7, value: 21 },
  says: measured.down({ height: heightOf(100), grade: 21 }),
})
const momentOf = (...evidence: [Evidence, ...Evidence[]]): Highlight => ({
  ...told({ description: headline(evidence[0], evidence) }),
  ...{
    score: 0.8,
    scoreModel: 'rides-1',
    strength: 0.8,
    start: 5,
    end: 9,
    clipType: 'action',
    motionLevel: 0.5,
    excitementLevel: 0.8,
  },
  evidence,
})

test('a highlight is stored in English with metric units, and said in the units and language of its reader', () => {
  const stored = momentOf(jump, descent)
  const metric = 'Jump: 1.2 s of airtime, 62 km/h at takeoff, 100 m down at a 21% grade'
  expect(stored.description).toBe(metric)
  const said = (language: 'en' | 'es-MX', units: 'metric' | 'imperial') =>
    inWordsFor(JSON.parse(JSON.stringify(stored)) as Highlight, { language, units })
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
  expect(JSON.stringify(american)).not.toContain('said')
})

test('a text without its sentence, or whose sentence is gone, stays as it was stored', () => {
  const wording = { language: 'es-MX', units: 'imperial' } as const
  const old = { description: 'Jump: 1.2 s of airtime', evidence: [] }
  expect(inWordsFor(old, wording)).toEqual(old)
  const gone = { text: '62 km/h', said: { text: { id: 'measured.noSuchSentence', values: {} } } }
  expect(inWordsFor(gone, wording)).toEqual({ text: '62 km/h' })
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
    const { highlights } = JSON.parse(texts[0] as string) as { highlights: Highlight[] }
    const [{ aiHighlights }] = JSON.parse(texts[1] as string) as [{ aiHighlights: string }]
    expect((JSON.parse(aiHighlights) as Highlight[])[0]?.description).toBe(highlights[0]?.description)
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
