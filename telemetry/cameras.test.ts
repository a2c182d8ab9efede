import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  blackVueFilm,
  camm,
  djmdFrame,
  djmdHeader,
  filmWithTrack,
  type InstaRow,
  instaTrailer,
  novatekFilm,
  plainFilm,
  rtmdFrame,
} from '#test/media/sensor-films.ts'
import { STANDARD_GRAVITY } from './derive.ts'
import {
  excerptSource,
  type RandomAccessSource,
  readSidecarFrom,
  readTelemetryFrom,
  recordReads,
} from './index.ts'
import { blobSource } from './source.ts'
import type { Telemetry } from './types.ts'

const sourceOf = (...parts: Uint8Array[]) => blobSource(new Blob(parts as Uint8Array<ArrayBuffer>[]))
/** Reads a film as a browser does, and again from the excerpt that the browser sends. */
async function read(...parts: Uint8Array[]): Promise<Telemetry | null> {
  const recording = recordReads(sourceOf(...parts))
  const telemetry = await readTelemetryFrom(recording.source)
  const excerpt = excerptSource(Buffer.concat(recording.excerpt()))
  expect(await readTelemetryFrom(excerpt)).toEqual(telemetry)
  return telemetry
}
const round = (values: ArrayLike<number>, digits = 3) =>
  Array.from(values, value => Number(value.toFixed(digits)))
const rowsOf = (telemetry: Telemetry | null, fourcc: string, digits = 3) => {
  const series = telemetry?.series.get(fourcc)
  if (!series) return null
  const { times, values, axes } = series
  return Array.from(times, (time, row) =>
    round([time, ...values.subarray(row * axes, (row + 1) * axes)], digits),
  )
}
/** A fix as GPS5, without its second speed. */
const fixesOf = (telemetry: Telemetry | null, digits = 3) =>
  rowsOf(telemetry, 'GPS5', digits)?.map(row => row.slice(0, 5)) ?? null
const meters = (distance: number) => distance / 111_194.93

/**
 * Where recordings of real cameras are, if they are: sample.insv from alex-plekhanov/insvtools, DJI_* from
 * Romancha/GPStitch, Novatek's from amkulikov/dashcamigo (novatek-real-anonymized).
 */
const samples = process.env.TRAILCUT_SAMPLES ?? path.resolve(import.meta.dirname, '../../shared/samples')
const cases = path.resolve(import.meta.dirname, '../../shared/cases')
const sample = (name: string) => path.join(samples, name)
const real = async (name: string) => read(await readFile(sample(name)))
const itWith = (name: string) => it.skipIf(!existsSync(sample(name)))

describe('Insta360', () => {
  const start = 309_468_418
  const rows = (from: number, count: number): InstaRow[] =>
    Array.from({ length: count }, (_, i) => ({
      clock: start + from * 1000 + i * 1000,
      felt: [0.5, 0, -1],
      turned: [90, 0, -180],
    }))
  const raw = { whole: 1 }
  const facts: [number, { whole: number } | number][] = [
    [24, { whole: start }],
    [62, raw],
  ]

  it('reads raw motion from the first frame on, in m/s² and rad/s', async () => {
    const telemetry = await read(plainFilm(1), instaTrailer(rows(-5, 30), { facts }))
    expect(telemetry).toMatchObject({ format: 'insta360', device: 'Insta360 X3', tags: [] })
    const felt = rowsOf(telemetry, 'ACCL', 2)!
    expect(felt).toHaveLength(25)
    expect(felt[3]).toEqual([0, 0.5 * STANDARD_GRAVITY, 0, -STANDARD_GRAVITY].map(v => round([v], 2)[0]))
    expect(telemetry!.series.get('ACCL')!.times[3]).toBeCloseTo(0.003, 9)
    expect(round(telemetry!.series.get('GYRO')!.values.subarray(0, 3), 2)).toEqual([1.57, 0, -3.14])
    expect(telemetry!.series.get('ACCL')!.axesKnown).toBe(false)
  })

  it('ends with the video, and takes the delay of the motion into account', async () => {
    const late = { facts: [...facts, [28, 2], [29, raw]] as typeof facts }
    const { times } = (await read(plainFilm(1), instaTrailer(rows(0, 1100), late)))!.series.get('ACCL')!
    expect([times[0], times.length]).toEqual([0, 1000])
    expect(times.at(-1)).toBeCloseTo(0.999, 9)
  })

  it('is not read from a time-lapse, which is shorter than what was measured', async () => {
    expect(await read(plainFilm(1), instaTrailer(rows(0, 1600), { facts }))).toBeNull()
  })

  it('reads converted motion, whose times are milliseconds', async () => {
    const trailer = instaTrailer(rows(0, 20), {
      facts: [
        [24, { whole: Math.floor(start / 1000) }],
        [62, { whole: 0 }],
      ],
      converted: true,
    })
    const telemetry = await read(plainFilm(1), trailer)
    expect(rowsOf(telemetry, 'ACCL')![1]).toEqual([0.001, 4.903, 0, -9.807])
    expect(rowsOf(telemetry, 'GYRO')![1]).toEqual(round([0.001, Math.PI / 2, 0, -Math.PI]))
  })

  it('finds the records in the directory', async () => {
    const [listed, chained] = await Promise.all(
      [true, false].map(directory => read(plainFilm(1), instaTrailer(rows(0, 20), { facts, directory }))),
    )
    expect(listed!.series.get('ACCL')!.times).toHaveLength(20)
    expect(listed).toEqual(chained)
  })

  it('reads fixes with their satellite time; west may be "O", and void or 0, 0 is none', async () => {
    const unix = 1_780_329_600
    const fix = (second: number, latitude = 45 + meters(10 * second)) => ({
      ...{ unix: unix + second, latitude, longitude: 109.5, west: 'O', speed: 10 },
    })
    const trailer = instaTrailer([], {
      facts: [...facts, [36, { whole: Math.round(start / 1000) + 500 }]],
      fixes: [
        fix(0),
        { ...fix(1), status: 'V' },
        fix(2),
        { ...fix(3), latitude: 0, longitude: 0 },
        fix(3.25),
      ],
    })
    const telemetry = await read(plainFilm(9), trailer)
    expect(fixesOf(telemetry, 4)).toEqual([
      [0.4996, 45, -109.5, 1400, 10],
      [2.4996, round([45 + meters(20)], 4)[0], -109.5, 1400, 10],
      [3.7496, round([45 + meters(32.5)], 4)[0], -109.5, 1400, 10],
    ])
    expect(telemetry!.satellite).toBeCloseTo(unix - 0.5, 2)
  })

  it('without facts, begins with the first row and takes the range in which it feels 1 g', async () => {
    const still = rows(7000, 20).map(row => ({ ...row, felt: [0, 1, 0] }))
    const telemetry = await read(plainFilm(1), instaTrailer(still))
    expect(rowsOf(telemetry, 'ACCL', 2)![0]).toEqual([0, 0, 9.81, 0])
  })

  it.skipIf(!existsSync(cases))('reads the trailer of a GO film that plays', async () => {
    const telemetry = await read(await readFile(path.join(cases, 'insta360-go.mp4')))
    expect(telemetry).toMatchObject({ format: 'insta360', device: 'Insta360 GO' })
    expect(telemetry!.series.get('ACCL')!.times).toHaveLength(200)
  })

  itWith('sample.insv')('reads a real film: 1 kHz, 1 g on average, no fix at 0, 0', async () => {
    const telemetry = await real('sample.insv')
    expect(telemetry).toMatchObject({ format: 'insta360', device: 'Insta360 OneR' })
    expect([...telemetry!.series.keys()]).toEqual(['ACCL', 'GYRO'])
    const felt = rowsOf(telemetry, 'ACCL')!
    // 1178 rows from -0.13 to 1.04 s, of which the video of 1.001 s has these.
    expect(felt).toHaveLength(1003)
    const mean = felt.reduce((sum, [, x, y, z]) => sum + Math.hypot(x!, y!, z!), 0) / felt.length
    expect(mean / STANDARD_GRAVITY).toBeCloseTo(1, 2)
  })
})

describe('DJI', () => {
  const fix = (second: number, more: { status?: number; time?: string } = {}) => ({
    ...{ latitude: 45 + meters(10 * second), longitude: 7, north: 6, east: 8 },
    time: `2026-03-15 23:58:${10 + second}`,
    ...more,
  })

  it('reads an acceleration per frame, and a fix when the receiver has a new one', async () => {
    const frames = [0, 0, 1, 1, 2].map(second => djmdFrame([0, 0, -1], fix(second)))
    const telemetry = await read(filmWithTrack('djmd', 500, frames))
    expect(telemetry).toMatchObject({ format: 'djmd', device: 'DJI AC004' })
    expect(rowsOf(telemetry, 'ACCL')).toEqual([0, 0.5, 1, 1.5, 2].map(time => [time, 0, 0, -9.807]))
    expect(telemetry!.series.get('ACCL')!.axesKnown).toBe(false)
    expect(fixesOf(telemetry, 5)).toEqual(
      [0, 1, 2].map(second => [second, round([45 + meters(10 * second)], 5)[0], 7, 122.745, 10]),
    )
    // Its zone is unknown.
    expect(telemetry!.satellite).toBeUndefined()
  })

  it('leaves out what the receiver calls invalid', async () => {
    const frames = [fix(0), fix(1, { status: 1 }), fix(2)].map(one => djmdFrame([0, 0, 1], one))
    expect(fixesOf(await read(filmWithTrack('djmd', 1000, frames)))!.map(([time]) => time)).toEqual([0, 2])
  })

  it('names the product, and reads nothing from the schema of a drone', async () => {
    const frames = [0, 1].map(() => djmdFrame([0, 0, 1]))
    const film = (schema: string) =>
      read(filmWithTrack('djmd', 40, [djmdHeader(schema, 'Osmo Action 4'), ...frames]))
    expect(await film('dvtm_ac203.proto')).toMatchObject({ device: 'Osmo Action 4' })
    expect(await film('dvtm_wm265e.proto')).toBeNull()
  })

  itWith('DJI_20260315180109_0003_D_5s_fixture.MP4')('reads a real film', async () => {
    const telemetry = await real('DJI_20260315180109_0003_D_5s_fixture.MP4')
    expect(telemetry).toMatchObject({ format: 'djmd', device: 'DJI AC004' })
    expect(telemetry!.series.get('ACCL')!.times).toHaveLength(125)
    const fixes = fixesOf(telemetry, 5)!
    expect(fixes).toHaveLength(49)
    const [latitudes, speeds] = [1, 4].map(axis => fixes.map(row => row[axis]!))
    expect([Math.min(...latitudes!), Math.max(...latitudes!)]).toEqual([50.89031, 50.89077])
    expect(Math.min(...speeds!)).toBeGreaterThan(9)
    expect(Math.max(...speeds!)).toBeLessThan(12.5)
  })

  const cue = (index: number, time: string, place: string) =>
    `${index}\r\n00:00:${time} --> 00:00:59,000\r\n<font>FrameCnt: ${index}\r\n2025-07-23 10:21:39\r\n[iso: 210] ${place} </font>\r\n\r\n`
  const place = (latitude: number) =>
    `[latitude: ${latitude}] [longitude: 88.0833] [rel_alt: 20.000 abs_alt: 864.309]`
  const readText = (text: string) => readSidecarFrom(blobSource(new Blob([text])))

  it("reads a drone's subtitles at the video's own times", async () => {
    const text = [0, 1, 2].map(second => cue(second + 1, `0${second},000`, place(51 + meters(10 * second))))
    const telemetry = await readText(text.join(''))
    expect(telemetry).toMatchObject({ format: 'srt', device: null })
    expect(telemetry.begins).toBeUndefined()
    expect(fixesOf(telemetry, 4)).toEqual(
      [0, 1, 2].map(second => [second, round([51 + meters(10 * second)], 4)[0], 88.0833, 864.309, 10]),
    )
  })

  it('says that subtitles have no places', async () => {
    await expect(readText(cue(1, '00,000', 'Hello'))).rejects.toMatchObject({
      problem: { name: 'noTrackPoints', format: 'SRT' },
    })
    await expect(readText(cue(1, '00,000', '[latitude: 0.0] [longitude: 0.0]'))).rejects.toMatchObject({
      problem: { name: 'noUsablePoint', format: 'SRT' },
    })
  })

  itWith('DJI_20250723102139_0001_D.SRT')('reads real subtitles', async () => {
    const telemetry = await readText(await readFile(sample('DJI_20250723102139_0001_D.SRT'), 'utf8'))
    const fixes = fixesOf(telemetry)!
    expect(fixes).toHaveLength(93)
    expect(fixes[0]!.slice(0, 4)).toEqual([0, 51.118, 88.083, 864.309])
    expect(fixes.every(row => row[4]! < 5)).toBe(true)
  })
})

describe('dashcams', () => {
  const at = (second: number) => ({
    ...{ status: 'A' as const, longitude: 10_930, knots: 19.43844 },
    latitude: 3830 + meters(10 * second) * 60,
  })

  it.each([68, 36])('reads the records of Novatek, a second each, laid out from %i', async flagsAt => {
    const film = novatekFilm([{ ...at(0), status: 'V' }, at(1), null, at(3)], { flagsAt })
    const telemetry = await read(film)
    expect(telemetry).toMatchObject({ format: 'dashcam', device: null })
    expect(fixesOf(telemetry)).toEqual(
      [1, 3].map(second => [second, round([38.5 + meters(10 * second)])[0], -109.5, Number.NaN, 10]),
    )
    expect(telemetry!.satellite).toBeUndefined()
  })

  it('finds records that no index lists', async () => {
    const records = [at(0), at(1), at(2)]
    expect(await read(novatekFilm(records, { listed: false }))).toEqual(await read(novatekFilm(records)))
  })

  const sentence = (second: number, status = 'A') =>
    `[${1_780_329_600_250 + second * 1000}]$GPRMC,16000${second}.00,${status},3830.0000,N,10930.0000,W,19.4384,90.0,010626,,,A*7C\r\n`

  it("reads BlackVue's sentences at the recorder's times, with heights and satellite time", async () => {
    const height = '[1780329601250]$GPGGA,160001.00,3830.0000,N,10930.0000,W,1,08,1.0,1400.5,M,,M,,*47\r\n'
    const text = sentence(0, 'V') + height + sentence(1) + sentence(2)
    const telemetry = await read(blackVueFilm(text, 3))
    expect(fixesOf(telemetry, 2)).toEqual([
      [1, 38.5, -109.5, 1400.5, 10],
      [2, 38.5, -109.5, Number.NaN, 10],
    ])
    expect(telemetry!.satellite).toBe(Date.UTC(2026, 5, 1, 16) / 1000)
  })

  itWith('2e-drive-730.mp4')('reads a real film', async () => {
    const telemetry = await real('2e-drive-730.mp4')
    const fixes = fixesOf(telemetry)!
    expect(fixes.map(([, latitude, longitude]) => [latitude, longitude])).toEqual([
      [50, 30],
      [50, 30],
      [50, 30],
    ])
    expect(fixes.map(row => row[4])).toEqual([24.997, 25.189, 25.307])
  })

  itWith('viofo-a119-mini2-coldstart.mp4')('reads a real film from its first fix on', async () => {
    expect(fixesOf(await real('viofo-a119-mini2-coldstart.mp4'))!.map(([time]) => time)).toEqual([4, 5, 6, 7])
  })
})

describe('CAMM', () => {
  it('reads motion and fixes; a bad one is none', async () => {
    const fix = (second: number, more = {}) =>
      camm.fix({
        ...{ type: 3, place: [45 + meters(10 * second), 7] as [number, number], altitude: 500, accuracy: 3 },
        ...{ east: 6, north: 8, ...more },
      })
    const film = filmWithTrack('camm', 500, [
      ...[camm.gyroscope(0.1, 0.2, 0.3), camm.accelerometer(0, 9.8, 0.5)],
      ...[fix(1), fix(1.5, { type: 0 }), fix(2, { accuracy: 31 }), fix(2.5)],
    ])
    const telemetry = await read(film)
    expect(telemetry).toMatchObject({ format: 'camm', device: null })
    expect(rowsOf(telemetry, 'GYRO')).toEqual([[0, 0.1, 0.2, 0.3]])
    expect(rowsOf(telemetry, 'ACCL')).toEqual([[0.5, 0, 9.8, 0.5]])
    expect(fixesOf(telemetry, 4)).toEqual(
      [1, 2.5].map(second => [second, round([45 + meters(10 * second)], 4)[0], 7, 500, 10]),
    )
  })

  it('computes the speed of plain positions', async () => {
    const places = [0, 1, 2].map(second => camm.place(45 + meters(10 * second), 7, 500))
    expect(fixesOf(await read(filmWithTrack('camm', 1000, places)), 1)!.map(row => row[4])).toEqual([
      10, 10, 10,
    ])
  })
})

describe('Sony', () => {
  const still = [
    [0, 1000, 0],
    [500, 0, 0],
  ]
  const turning = [
    [900, 0, 0],
    [0, -900, 0],
  ]
  const fix = (second: number, status: 'A' | 'V' = 'A') => ({
    ...{ status, latitude: [38, 30, second] as [number, number, number], west: true, kmh: 108 },
    ...{ longitude: [109, 30, 0] as [number, number, number], date: '2026:06:01' },
    clock: [16, 0, second] as [number, number, number],
  })

  it('reads the samples of a frame at their rate', async () => {
    const telemetry = await read(
      filmWithTrack('rtmd', 20, [rtmdFrame(still, turning), rtmdFrame(still, turning)]),
    )
    expect(telemetry).toMatchObject({ format: 'rtmd', device: null })
    const felt = [
      [0, 9.807, 0],
      [4.903, 0, 0],
    ]
    expect(rowsOf(telemetry, 'ACCL')).toEqual([0, 0.01, 0.02, 0.03].map((time, i) => [time, ...felt[i % 2]!]))
    expect(rowsOf(telemetry, 'GYRO')!.slice(0, 2)).toEqual([
      [0, 1.571, 0, 0],
      [0.01, 0, -1.571, 0],
    ])
  })

  it('reads each fix once, with its satellite time', async () => {
    const fixes = [fix(0), fix(0), fix(1), fix(2, 'V')]
    const telemetry = await read(
      filmWithTrack(
        'rtmd',
        500,
        fixes.map(one => rtmdFrame([], [], one)),
      ),
    )
    expect(fixesOf(telemetry)).toEqual([
      [0, 38.5, -109.5, 321, 30],
      [1, 38.5, -109.5, 321, 30],
    ])
    expect(telemetry!.satellite).toBe(Date.UTC(2026, 5, 1, 16) / 1000)
  })
})

describe('films without sensors', () => {
  it('cost a few small readings', async () => {
    const source = sourceOf(plainFilm(5))
    const lengths: number[] = []
    const counting: RandomAccessSource = {
      ...source,
      read: (offset, length) => {
        lengths.push(length)
        return source.read(offset, length)
      },
    }
    expect(await readTelemetryFrom(counting)).toBeNull()
    // The headers of three boxes, moov, and the file's end.
    expect(lengths.filter(length => length === 16)).toHaveLength(3)
    expect(lengths.filter(length => length === 78)).toHaveLength(1)
    expect(lengths).toHaveLength(5)
  })
})
