import { expect, test } from 'vitest'
import { ridePoints, type TrackPoint } from '#contract/ride-data.ts'
import type { Telemetry } from '#telemetry/types.ts'
import { jumpCourse, sampleTelemetry } from '../sample-ride.ts'
import { cutTrack, markersOf, rideAnswer } from './answer.ts'
import { measureRide } from './measure.ts'

const result = { telemetry: {}, highlights: [] }

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
  const ride = measureRide(telemetry, 3600, [])!
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
  const { series, track } = measureRide(telemetry, 60, [])!
  expect(series.map(({ measure }) => measure)).toEqual(['speed', 'height'])
  expect(track).toHaveLength(2)
  expect(series[0]!.stretches.map(stretch => [stretch[0]![0], stretch.at(-1)![0]])).toEqual([
    [0, expect.closeTo(20, 0)],
    [expect.closeTo(40, 0), expect.closeTo(60, 0)],
  ])
})

test('samples before and after the video are left out', () => {
  const { series } = measureRide(sampleTelemetry({ seconds: 60, speed: 10 }), 30, [])!
  expect(series[0]!.stretches.flat().at(-1)![0]).toBeLessThanOrEqual(30)
})

test('the track is cut at the home zone, even where it only passes through', () => {
  const point = (time: number): TrackPoint => [time, 45 + time / 1000, 7]
  const track = [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(point)]
  const spans = [
    { start: 0, end: 2 },
    { start: 4.2, end: 4.6 },
    { start: 8, end: 9 },
  ]
  expect(cutTrack(track, spans)).toEqual([
    [point(3), point(4)],
    [point(5), point(6), point(7)],
  ])
  expect(cutTrack(track, [])).toEqual(track)
})

test('the answer leaves out the home zone unless the rider shows it', () => {
  const ride = measureRide(sampleTelemetry({ seconds: 60, speed: 10 }), 60, [{ start: 0, end: 60 }])
  expect(rideAnswer({ result, ride }, false)).toMatchObject({
    state: 'ready',
    track: [],
    homeZoneHidden: true,
  })
  const shown = rideAnswer({ result, ride }, true)
  expect(shown.track.flat().length).toBeGreaterThan(100)
  expect(shown.homeZoneHidden).toBe(false)
})

test('the answer says why there is nothing to draw', () => {
  expect(rideAnswer(null, false).state).toBe('pending')
  expect(rideAnswer({ result: { ...result, telemetry: null }, ride: null }, false).state).toBe('none')
  expect(rideAnswer({ result, ride: null }, false).state).toBe('outdated')
  const empty: Telemetry = { device: null, source: 'gpmf', tags: [], series: new Map() }
  expect(rideAnswer({ result, ride: measureRide(empty, 60, []) }, false).state).toBe('none')
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
