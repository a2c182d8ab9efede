import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { buildPayloads } from '#lab/ride/gpmf.ts'
import { type GpsState, gps5, gps9 } from '#lab/ride/sensors.ts'
import { parseGpmfPayloads, readTelemetry } from './index.ts'
import { plausible } from './plausible.ts'

const begin = Date.UTC(2026, 5, 1, 16, 0, 0) / 1000
/** A time as GPSU has it. */
const gpsu = (unix: number) =>
  new Date(Math.round(unix * 1000))
    .toISOString()
    .replace(/^20(\d\d)-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d\.\d+)Z$/, '$1$2$3$4$5$6')

const place = [45, 7, 500, 10, 10]
const join1 = (payloads: Uint8Array[]) => Uint8Array.from(Buffer.concat(payloads))

/** A ride with a fix a second, whose clock reads so many seconds after `begin` in each payload. */
function ride(readings: readonly number[], fix: (payload: number) => number = () => 3) {
  const stream = gps5(
    { times: readings.map((_, i) => i), values: readings.flatMap(() => place) },
    (payload): GpsState => ({ fix: fix(payload), precision: 150, utc: gpsu(begin + readings[payload]!) }),
  )
  return parseGpmfPayloads(join1(buildPayloads({ name: 'x' }, [stream], readings.length).payloads), 1)
}
const each = (count: number, reading: (payload: number) => number) =>
  Array.from({ length: count }, (_, i) => reading(i))

describe('the second 0 of a video by satellite time', () => {
  it('is that of most readings, without the first, which may be old', () => {
    expect(ride([-1.47, 1, 2, 3.04]).satellite).toBeCloseTo(begin, 3)
    expect(ride([0.25, 1.25, 2.25]).satellite).toBeCloseTo(begin + 0.25, 3)
  })

  it('ignores what the clock reads without a fix, and is missing if it never has one', () => {
    const wrong = each(8, i => (i < 5 ? i - 900 : i))
    expect(ride(wrong, payload => (payload < 5 ? 0 : 2)).satellite).toBeCloseTo(begin, 3)
    expect(ride(wrong, () => 0).satellite).toBeUndefined()
    expect(ride([3]).satellite).toBeUndefined()
  })

  it('comes from the samples of GPS9 as well', () => {
    const times = each(40, i => i / 10)
    const days = (begin - Date.UTC(2000) / 1000) / 86_400
    const values = times.flatMap(time => [
      ...place,
      Math.floor(days),
      (days % 1) * 86_400 + time + 0.3,
      1.5,
      time < 1 ? 0 : 3,
    ])
    const { payloads } = buildPayloads({ name: 'x' }, [gps9({ times, values })], 4)
    const { satellite, pace } = parseGpmfPayloads(join1(payloads), 1)
    expect(satellite).toBeCloseTo(begin + 0.3, 2)
    expect(pace).toBeUndefined()
  })
})

describe('the pace of a video', () => {
  it.each([
    ['whose payloads last a little longer or shorter', each(20, i => i * 1.0002 + (i % 3) * 0.03)],
    ['whose clock stands still for every second payload', each(20, i => i - (i % 2))],
    ['whose clock is set by 18 s', each(9, i => i + (i > 4 ? 18 : 0))],
    ['that is too short to tell', each(5, i => i * 10)],
  ])('is real time for one %s', (_, readings) => {
    expect(ride(readings).pace).toBeUndefined()
  })

  it.each([0.25, 2, 10, 30])('is %d for one with such steps', pace => {
    const found = ride(each(9, i => i * pace))
    expect(found.pace).toBeCloseTo(pace, 2)
    expect(found.satellite).toBeCloseTo(begin, 2)
  })

  it('is that of its time lapse where only a part is one, and its second 0 is unknown', () => {
    const mixed = ride(each(30, i => i + Math.max(0, i - 18) * 9))
    expect(mixed.pace).toBeGreaterThan(1.5)
    expect(mixed.satellite).toBeUndefined()
    const ramp = ride(each(30, i => Math.min(i, 15) + Math.max(0, i - 15) * 0.25))
    expect(ramp.pace).toBeGreaterThanOrEqual(0.67)
  })

  it('lets a fast ride keep its fixes in a time lapse', () => {
    const north = each(40, i => i)
    const rows = {
      times: north,
      values: north.flatMap(i => [45 + (i * 200) / 111_195, 7, 500, 20 + (i % 2) * 8, 20]),
    }
    const stream = gps5(rows, payload => ({ fix: 3, precision: 150, utc: gpsu(begin + payload * 10) }))
    const { payloads } = buildPayloads({ name: 'x' }, [stream], 40)
    const found = parseGpmfPayloads(join1(payloads), 1)
    const telemetry = { ...found, tags: [], format: 'gpmf' as const }
    expect(plausible(telemetry)).toBe(telemetry)
  })
})

const footage = resolve(import.meta.dirname, '../../shared/footage')
test.skipIf(!existsSync(footage))(
  'real cameras ride in real time, and their clocks agree with their dates',
  async () => {
    const max = await readTelemetry(join(footage, 'gopro-max.mp4'))
    expect(max?.pace).toBeUndefined()
    // The first reading, 23:45:14.000, is followed by one 2.47 s later.
    expect(max?.satellite).toBeCloseTo(Date.UTC(2019, 10, 18, 23, 45, 15, 450) / 1000, 1)
    for (const [name, minute] of [
      ['hero7.gpmf', Date.UTC(2019, 0, 3, 16, 33)],
      ['hero11.gpmf', Date.UTC(2022, 8, 20, 13, 29)],
    ] as const) {
      const found = parseGpmfPayloads(new Uint8Array(readFileSync(join(footage, name))))
      expect(found.pace).toBeUndefined()
      expect(Math.floor((found.satellite ?? 0) / 60)).toBe(minute / 60_000)
    }
  },
)
