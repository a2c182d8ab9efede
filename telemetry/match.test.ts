import { describe, expect, it } from 'vitest'
import { matchInTime } from './match.ts'
import { merged } from './merge.ts'
import type { Telemetry, TelemetrySeries } from './types.ts'

/** Numbers that repeat with the seed. */
function randomOf(seed: number): () => number {
  let a = seed * 2654435761
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const began = Date.UTC(2026, 5, 1, 15, 30) / 1000
const step = 0.1

/** A ride: its turn rate (rad/s) and course at steps of a tenth of a second, at 12 m/s. */
function rideOf(seconds: number, random: () => number): { rates: number[]; courses: number[] } {
  const rates: number[] = []
  const courses: number[] = []
  let [rate, wish, course, left] = [0, 0, 0, 0]
  for (let t = 0; t < seconds; t += step) {
    if (left <= 0) {
      wish = random() < 0.35 ? 0 : (random() - 0.5) * 1.1
      left = 1.5 + random() * 6
    }
    left -= step
    rate += (wish - rate) * step * 1.5
    course += rate * step
    rates.push(rate)
    courses.push(course)
  }
  return { rates, courses }
}

/** The track of a ride, `hertz` fixes a second with noise of a meter that wanders. */
function trackOf({ courses }: { courses: number[] }, hertz: number, random: () => number): TelemetrySeries {
  const [times, values]: [number[], number[]] = [[], []]
  let [lat, lon, east, north] = [38.7, -110.4, 0, 0]
  courses.forEach((course, i) => {
    lat += (12 * step * Math.cos(course)) / 111_195
    lon += (12 * step * Math.sin(course)) / 111_195 / Math.cos((lat * Math.PI) / 180)
    if (i % Math.round(1 / step / hertz)) return
    east += (random() - 0.5) * 0.3 - east * 0.05
    north += (random() - 0.5) * 0.3 - north * 0.05
    times.push(began + i * step)
    values.push(lat + north / 111_195, lon + east / 86_800, 1500, 12, 12)
  })
  return {
    ...{ fourcc: 'GPS5', name: 'track', units: '', axes: 5 },
    times: Float64Array.from(times),
    values: Float64Array.from(values),
  }
}

/** What a camera's gyro says of a part of a ride: the turns on a tilted axis, and shaking on all. */
function gyroOf(
  { rates }: { rates: number[] },
  from: number,
  seconds: number,
  random: () => number,
  drift = 0,
): TelemetrySeries {
  const [times, values]: [number[], number[]] = [[], []]
  for (let t = 0; t < seconds; t += 0.02) {
    const turn = rates[Math.min(rates.length - 1, Math.round((from + t * (1 + drift)) / step))] ?? 0
    const shake = () => (random() - 0.5) * 1.2
    times.push(t)
    values.push(-0.9 * turn + shake(), 0.3 * turn + shake(), 0.3 * turn + shake())
  }
  return {
    ...{ fourcc: 'GYRO', name: 'Gyroscope', units: 'rad/s', axes: 3 },
    times: Float64Array.from(times),
    values: Float64Array.from(values),
  }
}

/** What a camera's picture says of a part of a ride: the turns as it slides, with what passes by and what it loses. */
function pictureOf(
  { rates }: { rates: number[] },
  from: number,
  seconds: number,
  random: () => number,
  drift: number,
): TelemetrySeries {
  const [times, values]: [number[], number[]] = [[], []]
  for (let t = 0; t < seconds; t += 1 / 30) {
    const turn = rates[Math.min(rates.length - 1, Math.round((from + t * (1 + drift)) / step))] ?? 0
    times.push(t)
    values.push(random() < 0.1 ? 0 : 0.7 * turn + (random() - 0.5) * 0.9)
  }
  return {
    ...{ fourcc: 'GYRO', name: 'Turns in the picture', units: '', axes: 1 },
    times: Float64Array.from(times),
    values: Float64Array.from(values),
  }
}

describe('matching a video with a ride', () => {
  const pairs = Number(process.env.MATCH_PAIRS ?? 12)
  it('finds its place by turns, whatever its clock says, and never takes a wrong one', {
    timeout: pairs * 5000,
  }, () => {
    const errors: number[] = []
    let wrong = 0
    for (let pair = 0; pair < pairs; pair++) {
      const random = randomOf(pair + 1)
      const length = 3600 * (1 + 5 * random())
      const ride = rideOf(length, random)
      const seconds = pair % 10 === 9 ? 1800 : 45 + random() * 180
      const from = random() * (length - seconds)
      const drift = (pair % 3 === 0 ? -1 : 1) * (1e-5 + 9e-5 * random())
      const track = trackOf(ride, [1, 10, 5, 1][(pair >> 2) % 4]!, random)
      const turns =
        pair % 3 ? gyroOf(ride, from, seconds, random, drift) : pictureOf(ride, from, seconds, random, drift)
      // Right, by seconds off, by zones off, by minutes off, or unknown.
      const offs = [
        0,
        7 * (random() - 0.5),
        Math.round((random() - 0.5) * 20) * 3600,
        600 * (random() - 0.5),
        null,
      ]
      const off = offs[pair % offs.length]!
      const clocks = off === null ? [] : [began + from + off]
      const { automatic } = matchInTime({ seconds, satellite: null, clocks, turns }, track)
      if (!automatic) continue
      const error = Math.abs(automatic.start - began - from)
      errors.push(error)
      if (error > 1) wrong++
    }
    console.info(
      `automatic ${errors.length} of ${pairs}, wrong ${wrong}, median ${errors.sort((a, b) => a - b)[errors.length >> 1]?.toFixed(2)} s`,
    )
    expect(wrong).toBe(0)
    expect(errors.length).toBeGreaterThanOrEqual(0.8 * pairs)
    expect(errors[errors.length >> 1]).toBeLessThanOrEqual(0.3)
  })

  it('takes no place on laps, which are all alike, but the one the clock is near', () => {
    const random = randomOf(5)
    const lap = rideOf(120, random)
    const laps = Array.from({ length: 12 }, () => lap.rates).flat()
    let course = 0
    const ride = {
      rates: laps,
      courses: laps.map(rate => {
        course += rate * step
        return course
      }),
    }
    const track = trackOf(ride, 10, random)
    const turns = gyroOf(ride, 615, 90, random)
    expect(matchInTime({ seconds: 90, satellite: null, clocks: [], turns }, track).automatic).toBeNull()
    const near = matchInTime({ seconds: 90, satellite: null, clocks: [began + 608], turns }, track)
    expect(near.automatic?.start).toBeCloseTo(began + 615, 0)
  })

  it('is guessed from a clock where nothing turns, and by nothing else', () => {
    const track = trackOf(
      rideOf(600, () => 0.1),
      1,
      randomOf(1),
    )
    const clip = { seconds: 60, satellite: null, turns: null }
    expect(matchInTime({ ...clip, clocks: [began - 300, began + 100] }, track)).toMatchObject({
      automatic: null,
      guess: { start: began + 100, method: 'clock' },
    })
    expect(matchInTime({ ...clip, clocks: [began + 1300] }, track)).toMatchObject({ guess: null, best: [] })
    expect(matchInTime({ ...clip, satellite: began + 7, clocks: [] }, track).automatic).toMatchObject({
      start: began + 7,
      method: 'satellite',
    })
  })
})

describe('a camera without a receiver', () => {
  const random = randomOf(3)
  const ride = rideOf(900, random)
  const gyro = gyroOf(ride, 300, 100, random)
  const camera: Telemetry = {
    device: 'HERO12',
    series: new Map([['GYRO', gyro]]),
    tags: [],
    format: 'gpmf',
  }
  const whole = trackOf(ride, 1, random)
  const watch: Telemetry = {
    device: 'Watch',
    begins: began,
    series: new Map([
      ['GPS5', { ...whole, times: whole.times.map(time => time - began) }],
      ['GYRO', { ...gyro, times: gyro.times.map(time => time + 300) }],
    ]),
    tags: [],
    format: 'csv',
  }

  it('keeps its sensors and gains the places of a watch, at their time', () => {
    const both = merged(camera, watch, { seconds: 100, clocks: [] })
    expect(both.device).toBe('HERO12')
    expect(both.series.get('GYRO')).toBe(gyro)
    expect(both.added?.streams).toEqual(['GPS5'])
    const { times, values } = both.series.get('GPS5')!
    expect(times[0]).toBeLessThan(1.3)
    expect(values[0]).toBeCloseTo(whole.values[5 * 300]!, 3)
  })

  it('is laid on the ride by its clock where no sensor helps; without a clue they begin together', () => {
    const bare = { ...camera, series: new Map() }
    const late = merged(bare, watch, { seconds: 100, clocks: [began + 400] }).series.get('GPS5')!
    expect(late.values[0]).toBe(whole.values[5 * 400])
    const first = merged(null, watch, { seconds: 100, clocks: [] }).series.get('GPS5')!
    expect(first.values[0]).toBe(whole.values[0])
  })

  it('lies where the ride names it, whatever turns and clocks say', () => {
    const named = { ...camera, recording: 'VIRB 14' }
    const virb = { ...watch, recordings: { 'VIRB 13': began, 'VIRB 14': began + 517.25 } }
    const { added } = merged(named, virb, { seconds: 100, clocks: [began + 400] })
    expect(added?.placement).toMatchObject({ offset: 517.25, method: 'recording' })
    expect(merged(camera, virb, { seconds: 100, clocks: [] }).added?.placement.method).toBe('turns')
  })

  it('gives way to an excerpt of its original', () => {
    expect(merged(watch, camera, { seconds: 100, clocks: [] })).toBe(camera)
  })
})
