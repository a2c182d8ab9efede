import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Bytes, define, fitEpoch, fitFile, little, semicircles, u16, u32 } from '#test/media/fit-file.ts'
import { readSidecarFrom, TelemetryError } from '../index.ts'
import { blobSource } from '../source.ts'

const unix = Date.UTC(2026, 5, 1, 16) / 1000
/** The same in FIT's seconds. */
const start = unix - fitEpoch

const place = [
  [0, 4, 0x85],
  [1, 4, 0x85],
]
/** A record's definition: time, place, altitude, speed in mm/s. */
const records = define(0, 20, [[253, 4, 0x86], ...place, [78, 4, 0x86], [73, 4, 0x86]])
const record = (second: number, latitude: number, speed = 12_345): Bytes => [
  0,
  ...u32(start + second),
  ...semicircles(latitude),
  ...semicircles(7),
  ...u32((500 + 321) * 5),
  ...u32(speed),
]
const north = (meters: number) => 45 + meters / 111_194.93

const read = (bytes: Bytes | Uint8Array) => readSidecarFrom(blobSource(new Blob([Uint8Array.from(bytes)])))
const track = async (bytes: Bytes) => {
  const { times, values } = (await read(bytes)).series.get('GPS5')!
  return Array.from(times, (time, i) =>
    [time, ...values.subarray(i * 5, i * 5 + 4)].map(v => Number(v.toFixed(3))),
  )
}
const timesOf = async (bytes: Bytes) => (await track(bytes)).map(([time]) => time)
const refusal = (bytes: Bytes) =>
  read(bytes).then(
    () => null,
    (error: unknown) => (error instanceof TelemetryError ? error.problem : Promise.reject(error)),
  )

describe('FIT', () => {
  it('has places, altitudes and speeds at their times', async () => {
    const ride = fitFile(records, record(0, 45), record(1, north(12)), record(5, north(60), 0))
    expect(await track(ride)).toEqual([
      [0, 45, 7, 321, 12.345],
      [1, 45, 7, 321, 12.345],
      [5, 45.001, 7, 321, 0],
    ])
    expect((await read(ride)).begins).toBe(unix)
  })

  it('names the recorder, and counts from its first record even without a place', async () => {
    const file = [
      ...define(1, 0, [
        [1, 2, 0x84],
        [8, 6, 7],
      ]),
      1,
      ...u16(32),
      ...Buffer.from('BOLT\0\0'),
    ]
    const none = [
      0,
      ...u32(start),
      ...u32(0x7fffffff),
      ...u32(0x7fffffff),
      ...u32(0xffffffff),
      ...u32(0xffffffff),
    ]
    const ride = fitFile(file, records, none, record(3, 45))
    expect((await read(ride)).device).toBe('BOLT')
    expect(await timesOf(ride)).toEqual([3])
  })

  it('reads both byte orders, and the older fields where the newer ones are empty', async () => {
    const big = (size: number) => (value: number) => little(size)(value).reverse()
    const definition = [0x40, 0, 1, 0, 20, 5, 253, 4, 0x86, ...place.flat(), 2, 2, 0x84, 6, 2, 0x84]
    const message = [
      0,
      ...big(4)(start),
      ...semicircles(45).reverse(),
      ...semicircles(-7).reverse(),
      ...big(2)((500 + 99) * 5),
      ...big(2)(4321),
    ]
    expect(await track(fitFile(definition, message))).toEqual([[0, 45, -7, 99, 4.321]])
    const both = define(0, 20, [[253, 4, 0x86], ...place, [73, 4, 0x86], [6, 2, 0x84]])
    const empty = [0, ...u32(start), ...semicircles(45), ...semicircles(7), ...u32(0xffffffff), ...u16(4321)]
    expect(await track(fitFile(both, empty))).toMatchObject([[0, 45, 7, Number.NaN, 4.321]])
  })

  it('continues with compressed times past their 32 seconds, and over fields of developers', async () => {
    const short = define(1, 20, [...place, [73, 4, 0x86]], [[0, 2, 0]])
    const at = (second: number): Bytes => [
      0x80 | (1 << 5) | ((start + second) & 31),
      ...semicircles(45),
      ...semicircles(7),
      ...u32(5000),
      ...[0xaa, 0xbb],
    ]
    const ride = fitFile(records, record(0, 45), short, ...[20, 40, 60].map(at))
    expect(await timesOf(ride)).toEqual([0, 20, 40, 60])
  })

  it('reads files behind each other, and what precedes a cut', async () => {
    const [one, two] = [fitFile(records, record(0, 45), record(1, 45)), fitFile(records, record(2, 45))]
    expect(await timesOf([...one, ...two])).toEqual([0, 1, 2])
    expect(await timesOf(one.slice(0, -8))).toEqual([0])
    const unfinished = [...one]
    unfinished.splice(4, 4, 0, 0, 0, 0)
    expect(await timesOf(unfinished.slice(0, -2))).toEqual([0, 1])
  })

  it("uses a camera's fixes ten times a second, by the clock it noted", async () => {
    const clock = [
      ...define(1, 162, [
        [253, 4, 0x86],
        [1, 4, 0x86],
        [4, 2, 0x84],
        [5, 2, 0x84],
      ]),
    ]
    const noted = [1, ...u32(start), ...u32(50), ...u16(250), ...u16(0)]
    const fixes = define(2, 160, [
      [253, 4, 0x86],
      [0, 2, 0x84],
      [1, 4, 0x85],
      [2, 4, 0x85],
      [4, 4, 0x86],
    ])
    const fix = (second: number, ms: number): Bytes => [
      2,
      ...u32(second),
      ...u16(ms),
      ...semicircles(45),
      ...semicircles(7),
      ...u32(8000),
    ]
    const ride = fitFile(clock, noted, fixes, fix(60, 0), fix(60, 100), fix(60, 200))
    expect((await read(ride)).begins).toBe(unix + 10.25)
    expect(await track(ride)).toMatchObject([0, 0.1, 0.2].map(time => [time, 45, 7, Number.NaN, 8]))
  })

  it('leaves out times of years to come, and fixes that may be 30 m off', async () => {
    const precise = define(0, 20, [[253, 4, 0x86], ...place, [73, 4, 0x86], [31, 1, 2]])
    const at = (second: number, accuracy: number): Bytes => [
      0,
      ...u32(start + second),
      ...semicircles(45),
      ...semicircles(7),
      ...u32(5000),
      accuracy,
    ]
    const years = 60 * 365 * 86_400
    const ride = fitFile(precise, at(0, 5), at(years, 5), at(1, 31), at(2, 30))
    expect(await timesOf(ride)).toEqual([0, 2])
  })

  it('says what is missing', async () => {
    expect(await refusal(fitFile())).toEqual({ name: 'noTrackPoints', format: 'FIT' })
    const noPlace = [...define(0, 20, [[253, 4, 0x86]]), 0, ...u32(start)]
    expect(await refusal(fitFile(noPlace))).toEqual({ name: 'noUsablePoint', format: 'FIT' })
  })

  it("tells when a VIRB's videos began, in the seconds since its start or since the epoch", async () => {
    const name = 'VIRBactioncamera360_Video_3840_2160_29.9700_1_38f2ace9_1_13_2020-04-09-21-41-03.fit'
    const events = define(2, 161, [
      [253, 4, 0x86],
      [0, 2, 0x84],
      [1, 1, 0],
      [2, name.length + 1, 7],
    ])
    const event = (at: number, ms: number, type: number, of = name): Bytes => [
      ...[2, ...u32(at), ...u16(ms), type],
      ...Buffer.from(of.padEnd(name.length + 1, '\0')),
    ]
    const clock = define(3, 162, [
      [253, 4, 0x86],
      [1, 4, 0x86],
    ])
    const next = name.replace('_13_', '_14_')
    const ended = name.replace('_13_', '_15_')
    const ride = fitFile(
      ...[events, event(11, 257, 0), event(12, 0, 4), event(22, 68, 2), event(30, 0, 2, ended)],
      ...[clock, [3, ...u32(start + 5), ...u32(5)], event(start + 40, 500, 1, next)],
      ...[records, record(8, 45)],
    )
    expect((await read(ride)).recordings).toEqual({ [name]: unix + 11.257, [next]: unix + 40.5 })
  })

  it('is read or refused after any change to its bytes', async () => {
    const whole = fitFile(records, ...Array.from({ length: 40 }, (_, i) => record(i, north(5 * i))))
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(changes, fc.nat(whole.length), async (bytes, length) => {
        const changed = [...whole]
        for (const [at, value] of bytes) changed[at] = value
        await refusal(changed.slice(0, length))
      }),
      { numRuns: 3000 },
    )
  })
})
