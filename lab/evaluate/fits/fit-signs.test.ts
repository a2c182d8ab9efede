import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { fittedKinds } from '#server/analysis/events/seen/likelihood.ts'
import { takeoffSigns } from '#server/analysis/events/seen/takeoffs.ts'
import { sampleSignals } from '#server/analysis/sample-ride.ts'
import { type FitFilm, fitFilm, fitSigns, takeoffsFile, weightsFile } from './fit-signs.ts'

/** A ride that is fast for `long` seconds from 30 on, and for two seconds at 60. */
function film(index: number): FitFilm {
  const long = 6 + (index % 3)
  const isFast = (t: number) => (t >= 30 && t < 30 + long) || (t >= 60 && t < 62.5)
  const signals = sampleSignals({
    seconds: 90,
    ego: {
      growth: t => (isFast(t) ? 0.7 + 0.05 * index : 0.3),
      pitch: t => (isFast(t) && t < 50 ? 0.3 : 0.2) * Math.sin(70 * t + index),
      yaw: t => 0.06 * Math.sin(t / 2),
    },
  })
  const event = { type: 'speed', start: 29.6, end: 30.4 + long, core: 33, intensity: 0.7, value: 90 }
  return fitFilm({
    ...{ name: `film-${index}`, signals },
    truth: { durationSeconds: 90, events: [event], cuts: [] },
  })
}

test('weights are fitted to what is true, and judged on films that they were not fitted on', () => {
  const { weights, table } = fitSigns([0, 1, 2, 3, 4, 5].map(film))
  const { start, signs } = weights.fastStretch!
  expect(Number.isFinite(start)).toBe(true)
  expect(signs.length).toBeGreaterThan(0)
  const row = table.split('\n').find(line => line.startsWith('| fastStretch'))!
  const [, , moments, candidates, right, , likelyRight] = row.split('|').map(cell => cell.trim())
  expect([moments, right, likelyRight]).toEqual(['6', '6', '6'])
  expect(Number(candidates)).toBeGreaterThan(6)
})

test('a kind without any candidate gets weights that find none', () => {
  const { weights } = fitSigns([film(0)])
  for (const { start, signs } of Object.values(weights))
    for (const number of [start, ...Object.values(signs)]) expect(Number.isFinite(number)).toBe(true)
})

test('weights are written to the files that the analysis reads', async () => {
  const weights: unknown = JSON.parse(await readFile(weightsFile, 'utf8'))
  expect(Object.keys(weights as object).sort()).toEqual([...fittedKinds].sort())
  const takeoffs: unknown = JSON.parse(await readFile(takeoffsFile, 'utf8'))
  expect(Object.keys(takeoffs as object).sort()).toEqual([...takeoffSigns].sort())
})
