import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Evidence, Highlight } from '#contract/analysis.ts'
import type { Telemetry } from '#telemetry/types.ts'
import { homeZoneMeters, homeZoneOf, publicFacts } from './home-zone.ts'
import { writeTexts } from './texts/index.ts'

const home = { latitude: 45, longitude: 7 }
/** m per degree of latitude on the sphere used for measuring distances. */
const degree = 111_195.08

/** A ride along a meridian: seconds of the video and m north of home. */
function rideOf(fixes: readonly (readonly [time: number, north: number])[]): Telemetry {
  const columns = ['latitude', 'longitude', 'altitude', 'speed2d', 'speed3d']
  const values = fixes.flatMap(([, north]) => [home.latitude + north / degree, home.longitude, 500, 20, 20])
  return {
    device: 'sample',
    tags: [],
    source: 'gpmf',
    series: new Map([
      [
        'GPS5',
        {
          ...{ fourcc: 'GPS5', name: 'GPS', units: '', axes: 5, columns },
          times: Float64Array.from(fixes, ([time]) => time),
          values: Float64Array.from(values),
        },
      ],
    ]),
  }
}

/** One fix per second, by m north of home over time. */
const each = (seconds: number, north: (time: number) => number) =>
  rideOf(Array.from({ length: seconds + 1 }, (_, time) => [time, north(time)]))

describe('the home zone', () => {
  it('covers the first and the last 300 m', () => {
    const spans = homeZoneOf(
      each(300, time => time * 20),
      300,
    )
    // The median position of the first ten seconds is 90 m away, so the zone ends up to that much further
    // out.
    expect(spans).toHaveLength(2)
    expect(spans[0]!.start).toBe(0)
    expect(spans[0]!.end).toBeGreaterThanOrEqual(15)
    expect(spans[0]!.end).toBeLessThanOrEqual(21)
    expect(spans[1]!.start).toBeGreaterThanOrEqual(279)
    expect(spans[1]!.start).toBeLessThanOrEqual(285)
    expect(spans[1]!.end).toBe(300)
  })

  it('covers passing home in the middle of the ride', () => {
    // Out 2 km, back past home, and 2 km out the other way.
    const spans = homeZoneOf(
      each(300, time => (time < 100 ? time * 20 : 2000 - (time - 100) * 20)),
      300,
    )
    expect(spans).toHaveLength(3)
    const [, pass] = spans
    expect(pass!.start).toBeGreaterThan(178)
    expect(pass!.start).toBeLessThanOrEqual(185)
    expect(pass!.end).toBeGreaterThanOrEqual(215)
    expect(pass!.end).toBeLessThan(222)
  })

  it('covers home when the first fix is far away', () => {
    const spans = homeZoneOf(
      each(300, time => (time === 0 ? 9000 : time * 10)),
      300,
    )
    expect(spans.some(({ start, end }) => start <= 5 && end >= 25)).toBe(true)
  })

  it('covers what lies before the first fix, after the last one, and a gap that starts or ends inside', () => {
    const fixes: [number, number][] = [
      [20, 0],
      [21, 5],
      [90, 2000],
      [91, 2020],
      [160, 9000],
    ]
    expect(homeZoneOf(rideOf(fixes), 200)).toEqual([
      { start: 0, end: 90 },
      { start: 91, end: 200 },
    ])
  })

  it('is empty without positions', () => {
    expect(homeZoneOf(null, 60)).toEqual([])
    expect(homeZoneOf(rideOf([]), 60)).toEqual([])
  })

  it('contains every fix within 300 m of either end, on any ride', () => {
    const steps = fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(steps, moves => {
        const north = [0]
        for (const move of moves) north.push(north.at(-1)! + move)
        const spans = homeZoneOf(
          each(moves.length, time => north[time]!),
          moves.length,
        )
        for (const [time, at] of north.entries()) {
          const near = Math.min(Math.abs(at), Math.abs(at - north.at(-1)!)) <= homeZoneMeters
          if (near) expect(spans.some(({ start, end }) => start <= time && time <= end)).toBe(true)
        }
        for (const [i, { start, end }] of spans.entries()) {
          expect(end).toBeGreaterThan(start)
          if (i > 0) expect(start).toBeGreaterThanOrEqual(spans[i - 1]!.end)
        }
      }),
    )
  })
})

const fact = (
  type: Evidence['type'],
  source: Evidence['source'],
  start: number,
  value: number,
  text: string,
): Evidence => ({
  ...{ type, source, start, end: start + 2, core: start + 1 },
  ...{ value, unit: '', strength: 0.8, text },
})
const moment = (description: string, evidence: Evidence[]): Highlight => ({
  ...{ description, evidence, score: 0.8, start: evidence[0]!.start, end: evidence[0]!.end },
  ...{ clipType: 'action', motionLevel: 0.5, excitementLevel: 0.5 },
})

describe('texts for others', () => {
  const highlights = [
    moment('Speed: 94 km/h', [fact('speed', 'gps', 5, 94, '94 km/h')]),
    moment('Jump: 1.2 s of airtime, 61 km/h at takeoff', [
      fact('jump', 'imu', 8, 1.2, '1.2 s of airtime'),
      fact('speed', 'gps', 8, 61, '61 km/h at takeoff'),
    ]),
    moment('Speed: 77 km/h', [fact('speed', 'gps', 120, 77, '77 km/h')]),
  ]
  const scenes = [
    { timestamp: 0, end: 60, sceneType: 'town', description: 'The camera sees a town, 33 km/h' },
    { timestamp: 60, end: 200, sceneType: 'trail', description: 'On the move, 50 km/h' },
  ]
  const zone = [{ start: 0, end: 30 }]

  it('contain nothing that GPS measured in the home zone, and everything else', () => {
    const shown = publicFacts({ highlights, scenes }, zone)
    const text = JSON.stringify([shown, writeTexts({ input: {}, ...shown, durationSeconds: 200 })])
    for (const hidden of ['94', '61 km/h', '33 km/h']) expect(text).not.toContain(hidden)
    for (const shown of ['1.2 s of airtime', '77 km/h', '50 km/h']) expect(text).toContain(shown)
    expect(shown.highlights.map(({ description }) => description)).toEqual([
      'Fast run',
      'Jump: 1.2 s of airtime',
      'Speed: 77 km/h',
    ])
  })

  it('contain everything when the rider shows the home zone', () => {
    expect(publicFacts({ highlights, scenes }, [])).toEqual({ highlights, scenes })
  })
})
