import { expect, test } from 'vitest'
import { sentences as measured } from '#sentences/measured.ts'
import { createLogger } from '#server/core/logger.ts'
import { analysisResult } from '#test/harness/review.ts'
import { evidenceOf } from '../events/evidence.ts'
import type { TextWriter } from '../model-writer/index.ts'
import { speedOf } from '../quantities.ts'
import { highlightOf } from '../sample-ride.ts'
import type { AnalysisResult, Highlight } from '../types.ts'
import { writeTexts } from './index.ts'
import { writeInUnits } from './write-in-units.ts'

const job = { signal: new AbortController().signal, log: createLogger('silent') }
const ride = { title: 'Moab', hidden: [{ start: 0, end: 10 }] }

const fastAt = (start: number, kmh: number) =>
  highlightOf(
    evidenceOf({
      ...{ type: 'speed', source: 'gps', start, end: start + 3, core: start + 1, value: kmh },
      says: measured.speed({ speed: speedOf(kmh) }),
    }),
  )
const jump = highlightOf(
  evidenceOf({
    ...{ type: 'jump', source: 'imu', start: 20, end: 21, core: 20, value: 1.2 },
    says: measured.airtime({ seconds: 1.2, speed: null }),
  }),
)
const found = (...highlights: Highlight[]): AnalysisResult => {
  const result = { ...analysisResult(), highlights }
  const shown = { input: ride, highlights: highlights.filter(({ start }) => start > 10) }
  return { ...result, texts: writeTexts({ ...shown, scenes: result.scenes, durationSeconds: 60 }) }
}

test('both texts leave out what GPS measured in a private place', async () => {
  const { metric, imperial } = await writeInUnits(found(fastAt(2, 95), fastAt(30, 80)), ride, null, job)
  expect(metric.title).toContain('80 km/h')
  expect(imperial?.title).toContain('50 mph')
  expect(JSON.stringify(imperial)).not.toMatch(/59 mph|km\/h/)
})

test('there is one text for a ride without speeds and heights', async () => {
  const result = found(jump)
  expect(await writeInUnits(result, ride, null, job)).toEqual({ metric: result.texts, imperial: null })
})

test('the text model gets its facts in the units that it writes, and its texts are checked in them', async () => {
  const asked: string[] = []
  /** Repeats the first fact; for US units it claims a speed that only the metric facts have. */
  const writerOf =
    (lies: boolean): TextWriter =>
    async facts => {
      const [highlight] = facts.highlights
      asked.push(JSON.stringify(facts))
      const fact = lies && asked.length > 1 ? '88 km/h' : String(highlight?.facts[1])
      const words = { title: fact, description: fact, tags: ['mud'], caption: fact }
      return { ...words, videoTitle: fact, videoIntroduction: fact, hashtags: ['mud', 'ride', 'trail'] }
    }
  const result = found(fastAt(30, 87.6))
  const { metric, imperial } = await writeInUnits(result, ride, writerOf(false), job)
  expect([metric.title, imperial?.title]).toEqual(['88 km/h', '54 mph'])
  expect(asked).toHaveLength(2)
  expect(asked[1]).not.toContain('km/h')
  asked.length = 0
  const refused = await writeInUnits(result, ride, writerOf(true), job)
  expect(refused.metric.title).toBe('88 km/h')
  expect(refused.imperial?.title).toContain('Moab: 54 mph')
})
