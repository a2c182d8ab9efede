import { expect, test } from 'vitest'
import { ridePoints, type TrackPoint } from '#contract/ride-data.ts'
import { standardWording } from '#server/core/sentences.ts'
import type { Telemetry } from '#telemetry/types.ts'
import { analysisResult } from '#test/harness/review.ts'
import { type Sight, shownTo, showsEverything, type Viewer } from '../private-places/shown.ts'
import { jumpCourse, sampleTelemetry } from '../sample-ride.ts'
import { markersOf, rideAnswer } from './answer.ts'
import { keptRide } from './kept.ts'
import { cutTrack, measureRide } from './measure.ts'

const result = {
  ...analysisResult(),
  telemetry: { format: 'gpmf' as const, device: null, streams: [], cameraTags: 0 },
}
const answerTo = (viewer: Viewer, telemetry: Telemetry | null, sight: Sight = showsEverything) =>
  rideAnswer(
    shownTo(viewer, { runId: '', result, ride: keptRide(telemetry, 60).ride }, sight),
    standardWording,
  )

/** Telemetry whose receiver has no fix between two times. */
function withoutFix(telemetry: Telemetry, from: number, to: number): Telemetry {
  const gps = telemetry.series.get('GPS5')!
  const rows = [...gps.times.keys()].filter(row => gps.times[row]! < from || gps.times[row]! > to)
  const series = new Map(telemetry.series).set('GPS5', {
    ...gps,
    times: Float64Array.from(rows, row => gps.times[row]!),
    values: Float64Array.from(rows.flatMap(row => [...gps.values.slice(row * 5, row * 5 + 5)])),
  })
  return { ...telemetry, series }
}

test('an hour of telemetry is reduced to 2,000 points per line and keeps its landing', () => {
  const telemetry = sampleTelemetry({
    seconds: 3600,
    g: jumpCourse(1800, 1.2, 5),
    turn: time => (time > 1000 && time < 1002 ? Math.PI / 2 : 0),
    speed: time => 10 + 5 * Math.sin(time / 30),
    altitude: time => 400 + time / 10,
  })
  const ride = measureRide(telemetry, 3600)!
  expect(ride.series.map(({ measure }) => measure)).toEqual(['speed', 'g', 'height', 'turn'])
  for (const { stretches } of ride.series) expect(stretches.flat().length).toBeLessThanOrEqual(ridePoints)
  expect(ride.track.flat().length).toBeLessThanOrEqual(ridePoints)
  const highest = (measure: string) =>
    Math.max(
      ...ride.series
        .find(one => one.measure === measure)!
        .stretches.flat()
        .map(([, value]) => value),
    )
  expect(highest('g')).toBeGreaterThan(4.9)
  expect(highest('turn')).toBeCloseTo(90, 0)
  expect(highest('height')).toBeCloseTo(760, 0)
})

test('a line is split where the receiver had no fix, and left out if nothing was measured', () => {
  const telemetry = withoutFix(sampleTelemetry({ seconds: 60, speed: 10 })!, 20, 40)
  const { series, track } = measureRide(telemetry, 60)!
  expect(series.map(({ measure }) => measure)).toEqual(['speed', 'height'])
  expect(track).toHaveLength(2)
  expect(series[0]!.stretches.map(stretch => [stretch[0]![0], stretch.at(-1)![0]])).toEqual([
    [0, expect.closeTo(20, 0)],
    [expect.closeTo(40, 0), expect.closeTo(60, 0)],
  ])
})

test('samples before and after the video are left out', () => {
  const { series } = measureRide(sampleTelemetry({ seconds: 60, speed: 10 }), 30)!
  expect(series[0]!.stretches.flat().at(-1)![0]).toBeLessThanOrEqual(30)
})

test('a line is cut at open spans, even between two of its points', () => {
  const point = (time: number): TrackPoint => [time, 45 + time / 1000, 7]
  const track = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(point)]
  const spans = [
    { start: Number.NEGATIVE_INFINITY, end: 3 },
    { start: 4, end: 5 },
    { start: 7, end: Number.POSITIVE_INFINITY },
  ]
  expect(cutTrack(track, spans)).toEqual([
    [point(3), point(4)],
    [point(5), point(6), point(7)],
  ])
  expect(cutTrack(track, [])).toEqual(track)
})

test('of a ride whose ends belong to no place, others get no map and no speed, and its rider everything', () => {
  const telemetry = sampleTelemetry({ seconds: 60, speed: 10 })
  const hiding = { places: [], hideEnds: true, showMap: true }
  const others = answerTo('others', telemetry, hiding)
  expect([others.state, others.homeZoneHidden, others.track, others.series]).toEqual(['ready', true, [], []])
  const own = answerTo('owner', telemetry, hiding)
  expect(own.track.flat().length).toBeGreaterThan(100)
  expect([own.homeZoneHidden, own.series.map(({ measure }) => measure)]).toEqual([false, ['speed', 'height']])
  const clip = answerTo('own-clip', telemetry, hiding)
  expect([clip.track, clip.series.map(({ measure }) => measure)]).toEqual([[], ['speed']])
})

test('others get no heights without the map', () => {
  const telemetry = sampleTelemetry({ seconds: 60, speed: 10 })
  const answer = answerTo('others', telemetry, { ...showsEverything, showMap: false })
  expect([answer.track, answer.series.map(({ measure }) => measure)]).toEqual([[], ['speed']])
})

test('the answer says why there is nothing to draw', () => {
  expect(rideAnswer(null, standardWording).state).toBe('pending')
  const bare = { runId: '', result: { ...result, telemetry: null }, ride: null }
  expect(rideAnswer(shownTo('owner', bare, showsEverything), standardWording).state).toBe('none')
  expect(answerTo('owner', null).state).toBe('none')
  const empty: Telemetry = { device: null, format: 'gpmf', tags: [], series: new Map() }
  expect(answerTo('owner', empty).state).toBe('none')
})

test('highlights and the jumps in their evidence are markers in time order', () => {
  const evidence = { type: 'jump', start: 12, end: 13.2, core: 12.1, text: '1.2 s of airtime' } as const
  const highlights = [
    {
      start: 10,
      end: 16,
      description: 'Jump',
      evidence: [evidence, { ...evidence, type: 'cheer' as const }],
    },
    { start: 2, end: 5, description: 'View', evidence: [] },
  ]
  expect(markersOf(highlights)).toEqual([
    { kind: 'highlight', start: 2, end: 5, at: 2, text: 'View' },
    { kind: 'highlight', start: 10, end: 16, at: 12.1, text: 'Jump' },
    { kind: 'jump', start: 12, end: 13.2, at: 12.1, text: '1.2 s of airtime' },
  ])
})
