import { expect, test } from 'vitest'
import { analysisResult } from '#test/harness/review.ts'
import { sealRide, shownTo, showsEverything } from '../private-places/shown.ts'
import { sentenceOf } from '../sample-ride.ts'
import type { AnalysisResult, Evidence } from '../types.ts'
import { climbedOf, figuresOf, noFigures } from './figures.ts'
import type { StoredRide } from './measure.ts'

const evidence = (type: Evidence['type'], value: number): Evidence => ({
  ...{ type, source: 'imu', start: 5, end: 6, core: 6, value, unit: '', strength: 0.5 },
  text: sentenceOf(type),
})

const seen = (result: AnalysisResult, ride: StoredRide | null) =>
  figuresOf(shownTo('others', { runId: '', result, ride: ride && sealRide(ride) }, showsEverything))

/** Ten seconds at a standstill, ten seconds at 12 m/s, then after a gap five seconds at 20 m/s. */
const speeds: [time: number, speed: number][][] = [
  [
    [0, 0.2],
    [10, 0.2],
    [10, 12],
    [20, 12],
  ],
  [
    [40, 20],
    [45, 20],
  ],
]
const ride: StoredRide = { series: [{ measure: 'speed', stretches: speeds }], track: [] }

test('distance and moving time are those of the speeds, without gaps and standstills', () => {
  expect(seen(analysisResult(), ride)).toEqual({
    ...noFigures,
    distance: 2 + 120 + 100,
    topSpeed: 20,
    moving: 15,
  })
})

test("a time lapse's second is as long as the ride's", () => {
  const telemetry = { format: 'gpmf' as const, device: null, streams: [], cameraTags: 0, pace: 10 }
  expect(seen({ ...analysisResult(), telemetry }, ride)).toMatchObject({ distance: 2220, moving: 150 })
})

test('airtime and landing are those of the longest jump and the hardest landing', () => {
  const result = analysisResult()
  const [first, second] = result.highlights
  if (!first || !second) throw new Error('no highlights')
  first.evidence = [evidence('jump', 0.7), evidence('hard_landing', 4.7)]
  second.evidence = [evidence('jump', 1), evidence('hard_landing', 3)]
  expect(seen(result, null)).toEqual({ ...noFigures, airtime: 1, landing: 4.7 })
  expect(seen(analysisResult(), null)).toEqual(noFigures)
})

const climbed = (...stretches: number[][]) => {
  const height = stretches.map(heights => heights.map((h, i): [number, number] => [i, h]))
  const heights: StoredRide = { series: [{ measure: 'height', stretches: height }], track: [] }
  const found = { runId: '', result: analysisResult(), ride: sealRide(heights) }
  return climbedOf(shownTo('owner', found, showsEverything).ride)
}

test('height gained is that of climbs, whole, and not of noise or gaps', () => {
  expect(climbed([100, 103, 99, 102, 98, 101])).toBe(0)
  // Up 20, a dip of 3 on the way, down 30, and up 7.
  expect(climbed([100, 112, 109, 120, 90, 97])).toBe(27)
  expect(climbed([100, 110], [150, 150.5])).toBe(10)
  expect(climbed([50])).toBeNull()
  expect(climbedOf(null)).toBeNull()
})
