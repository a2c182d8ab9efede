import { expect, test } from 'vitest'
import type { AnalysisResult, Evidence, Highlight } from '#contract/analysis.ts'
import { told } from '#server/platform/db/told.ts'
import { analysisResult, withoutSentences } from '#test/harness/review.ts'
import { evidenceOf } from '../events/evidence.ts'
import { headline } from '../highlights/describe.ts'
import { bare, heightOf, measured, speedOf } from '../sentences/measured.ts'
import { writeTexts } from './index.ts'
import { restatedTexts } from './restate.ts'

const highlightOf = (lead: Evidence): Highlight => ({
  ...told({ description: headline(lead, [lead]) }),
  ...{ score: 0.8, start: lead.start, end: lead.end, clipType: 'action', motionLevel: 0.5 },
  ...{ excitementLevel: 0.8, evidence: [lead] },
})
const fast = highlightOf(
  evidenceOf({
    ...{ type: 'speed', source: 'gps', start: 4, end: 8, core: 5, value: 87.6 },
    says: measured.speed({ speed: speedOf(87.6) }),
  }),
)
const descent = highlightOf(
  evidenceOf({
    ...{ type: 'descent', source: 'gps', start: 12, end: 16, core: 13, value: 21 },
    says: measured.down({ height: heightOf(100), grade: 21 }),
  }),
)
const braking = highlightOf(
  evidenceOf({
    ...{ type: 'hard_braking', source: 'gps', start: 30, end: 32, core: 31, value: 0.6 },
    says: measured.changeOfSpeed({ before: bare(speedOf(62.2)), after: speedOf(20.4), g: 0.6 }),
  }),
)
const jump = highlightOf(
  evidenceOf({
    ...{ type: 'jump', source: 'imu', start: 20, end: 21, core: 20, value: 1.2 },
    says: measured.airtime({ seconds: 1.2, speed: null }),
  }),
)
const highlights = [fast, descent, braking]
const factsOf = (title: string) => ({
  ...{ input: { title }, highlights, scenes: [], durationSeconds: 60 },
})
const resultWith = (texts: AnalysisResult['texts'], found = highlights): AnalysisResult => ({
  ...{ ...analysisResult(), durationSeconds: 60, highlights: found, texts },
})
test('restates texts as the writer would have written them in US units', () => {
  const result = resultWith(writeTexts(factsOf('Moab')))
  expect(restatedTexts(result)).toEqual(writeTexts(factsOf('Moab'), 'imperial'))
})

test('does so for a result that was stored without its sentences', () => {
  const result = withoutSentences(resultWith(writeTexts(factsOf('Moab'))))
  const texts = restatedTexts(result)
  expect(texts?.title).toContain('Moab: 54 mph')
  expect(texts?.description).toContain('328 ft down at a 21% grade')
  expect(texts?.description).toContain('from 39 to 12 mph at 0.6 g')
  expect(JSON.stringify(texts)).not.toMatch(/km\/h|\d m\b/)
})

test("leaves a number that the analysis didn't measure as it is", () => {
  const named = 'The 20 m ledge at 12.100 m'
  const texts = restatedTexts(resultWith(writeTexts(factsOf(named))))
  expect(texts?.title).toContain(`${named}: 54 mph`)
})

test('restates what a text model wrote, by the facts that it was given', () => {
  const own = { title: '88 km/h, then 100 m down', description: 'Braking from 62 to 20 km/h.', tags: ['mud'] }
  const texts = { ...own, youtube: own, tiktok: { ...own, hashtags: ['#mud'] } }
  expect(restatedTexts(resultWith(texts))?.youtube).toEqual({
    title: '54 mph, then 328 ft down',
    description: 'Braking from 39 to 13 mph.',
    tags: ['mud'],
  })
})

test('there is no second text for a ride without speeds and heights', () => {
  const texts = writeTexts({ ...factsOf('20 m ledge'), highlights: [jump] })
  expect(restatedTexts(resultWith(texts, [jump]))).toBeNull()
})
