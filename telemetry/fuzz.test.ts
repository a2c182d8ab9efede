import { describe, expect, it } from 'vitest'
import { hlmtBox, hmmtBox } from '#lab/ride/camera-tags.ts'
import { klv, nested, numberKlv, textKlv } from '#lab/ride/gpmf.ts'
import { sampleTelemetry } from '#lab/ride/sample-telemetry.ts'
import { telemetryTrack } from '#lab/ride/telemetry-track.ts'
import { box, concat, fullBox, u32 } from '#telemetry/write/mp4.ts'
import { random } from '#test/harness/random.ts'
import {
  blackVueFilm,
  camm,
  djmdFrame,
  djmdHeader,
  filmWithTrack,
  instaTrailer,
  novatekFilm,
  plainFilm,
  rtmdFrame,
} from '#test/media/sensor-films.ts'
import {
  parseGpmfPayloads,
  type RandomAccessSource,
  readSidecarFrom,
  readTelemetry,
  TelemetryError,
} from './index.ts'
import type { TelemetrySeries } from './types.ts'

/** FUZZ_RUNS=100000 for a long run; both kinds of input get this many mutations. */
const runs = Number(process.env.FUZZ_RUNS ?? 10_000)
/** A guard against hangs: an input takes milliseconds, and up to a second on a busy machine. */
const SLOWEST_MS = 5000
const MEMORY_BYTES = 300 << 20

// the last two are Infinity and NaN as 32-bit floats
const telling = [
  ...[0, 1, 2, 3, 4, 8, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff],
  ...[0x7f800000, 0x7fc00000],
]

/** One to eight changes: bits, bytes, words, cuts, duplications, swaps; only within `from`…`to`. */
function mutate(
  original: Uint8Array,
  pick: (below: number) => number,
  from = 0,
  to = original.length,
): Uint8Array {
  let bytes = Buffer.from(original)
  for (let changes = 1 + pick(8); changes > 0; changes--) {
    const end = Math.min(to, bytes.length)
    if (end - from < 8) break
    const at = from + pick(end - from - 4)
    const value = telling[pick(telling.length)]!
    switch (pick(8)) {
      case 0:
        bytes[at] = bytes[at]! ^ (1 << pick(8))
        break
      case 1:
        bytes[at] = value & 0xff
        break
      case 2:
        bytes.writeUInt16BE(value & 0xffff, at)
        break
      case 3:
        bytes.writeUInt32BE(value, at)
        break
      case 4:
        // on a word boundary, where sizes and keys are
        bytes.writeUInt32BE(value, at - (at % 4))
        break
      case 5:
        if (pick(10) === 0) bytes = bytes.subarray(0, at)
        break
      case 6: {
        const length = Math.min(4 * (1 + pick(16)), end - at)
        bytes.copyWithin(from + pick(end - from - length + 1), at, at + length)
        break
      }
      default: {
        const piece = bytes.subarray(at, at + Math.min(4 * (1 + pick(64)), end - at))
        if (pick(4) === 0) bytes = Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)])
      }
    }
  }
  return bytes
}

/** What every reading must satisfy, however damaged the file is. */
function check(all: Iterable<TelemetrySeries>): void {
  for (const { fourcc, axes, times, values } of all) {
    if (values.length !== times.length * axes || times.length === 0) throw new Error(`${fourcc}: torn rows`)
    let before = -1
    for (const time of times) {
      if (!(time > before)) throw new Error(`${fourcc}: time ${time} after ${before}`)
      before = time
    }
    const mayLack = ['SCEN', 'HUES', 'FACE'].includes(fourcc)
    // Not every receiver tells its height.
    const isHeight = (i: number) => fourcc === 'GPS5' && i % axes === 2
    if (!mayLack && values.some((value, i) => !Number.isFinite(value) && !isHeight(i)))
      throw new Error(`${fourcc}: no number`)
  }
}

interface Outcome {
  read: number
  refused: number
  slowest: number
  memory: number
}

/** Runs `one` on each mutation; it may only throw TelemetryError. */
async function fuzz(
  seed: number,
  one: (pick: (below: number) => number) => unknown,
  count = runs,
): Promise<Outcome> {
  const outcome: Outcome = { read: 0, refused: 0, slowest: 0, memory: 0 }
  const before = process.memoryUsage.rss()
  for (let run = 0; run < count; run++) {
    const pick = random(seed * 1_000_003 + run)
    const start = performance.now()
    try {
      await one(pick)
      outcome.read++
    } catch (error) {
      if (!(error instanceof TelemetryError)) throw new Error(`run ${run} of seed ${seed}`, { cause: error })
      outcome.refused++
    }
    outcome.slowest = Math.max(outcome.slowest, performance.now() - start)
    if (run % 500 === 0) outcome.memory = Math.max(outcome.memory, process.memoryUsage.rss() - before)
  }
  if (process.env.FUZZ_RUNS) console.log(`seed ${seed}:`, JSON.stringify(outcome))
  return outcome
}

const face = nested('STRM', [
  textKlv('TYPE', 'Lffff'),
  klv('FACE', '?', 20, 1, new Uint8Array(20).fill(1)),
  klv('FACE', '?', 20, 0, new Uint8Array(0)),
])
const hues = nested('STRM', [textKlv('TYPE', 'BB'), klv('HUES', '?', 2, 3, Uint8Array.of(1, 2, 3, 4, 5, 6))])
const late = nested('STRM', [
  numberKlv('TIMO', 'f', [0.1]),
  numberKlv('SCAL', 'l', [2]),
  numberKlv('ISOE', 'S', [100, 200]),
])
const shutter = nested('STRM', [numberKlv('SHUT', 'f', [0.01, 0.02, 0.03, 0.04])])
const extra = nested('DEVC', [numberKlv('DVID', 'L', [1]), textKlv('DVNM', 'x'), face, hues, late, shutter])
const { payloads } = sampleTelemetry(1.5, { gps9: true, scenes: true })
const gpmf = concat([payloads[1]!, extra, payloads[1]!])

describe('damaged GPMF', () => {
  it(`is read as far as possible: ${runs} mutations`, { timeout: 600_000 }, async () => {
    const outcome = await fuzz(1, pick => check(parseGpmfPayloads(mutate(gpmf, pick)).series.values()))
    expect(outcome.read).toBeGreaterThan(runs * 0.9)
    expect(outcome.slowest).toBeLessThan(SLOWEST_MS)
    expect(outcome.memory).toBeLessThan(MEMORY_BYTES)
  })
})

/** A small MP4 without video: mdat with two payloads, then the index. */
function smallMp4(): { bytes: Uint8Array; moovAt: number } {
  const samples = [gpmf, payloads[1]!].map((payload, index) => ({
    offset: 16 + 8 + index * gpmf.length,
    size: payload.length,
    ticks: 1001,
  }))
  const head = concat([box('ftyp', 'mp41', u32(0)), box('mdat', gpmf, payloads[1]!)])
  const mvhd = fullBox('mvhd', 0, u32(0), u32(0), u32(1000), u32(2002), new Uint8Array(76), u32(2))
  const highlight = { time: 1, start: 0.5, end: 1.5, type: 'AIMU' as const, confidence: 50, score: 50 }
  const udta = box('udta', hmmtBox([0.5, 1.5]), hlmtBox([highlight]))
  const edits = fullBox(
    'elst',
    0,
    u32(2),
    u32(100),
    u32(0xffffffff),
    u32(65536),
    u32(2002),
    u32(0),
    u32(65536),
  )
  const track = telemetryTrack(1, samples, 1000)
  const edited = box('trak', box('edts', edits), track.subarray(8))
  return { bytes: concat([head, box('moov', mvhd, edited, udta)]), moovAt: head.length }
}

const memorySource = (content: Uint8Array): RandomAccessSource => ({
  size: content.length,
  read: async (offset, length) => content.subarray(offset, Math.min(content.length, offset + length)),
})

/** Reads a damaged film, whose reading may not take more bytes than a few times those it has. */
async function readDamaged(content: Uint8Array): Promise<void> {
  let total = 0
  const source = memorySource(content)
  const telemetry = await readTelemetry({
    ...source,
    read: async (offset, length) => {
      total += length
      return source.read(offset, length)
    },
  })
  check(telemetry?.series.values() ?? [])
  if (total > content.length * 3 + 200_000) throw new Error(`${total} bytes read of ${content.length}`)
}

describe('damaged MP4', () => {
  const { bytes, moovAt } = smallMp4()

  it('is intact before it is damaged', async () => {
    const telemetry = await readTelemetry(memorySource(bytes))
    expect([...telemetry!.series.keys()]).toEqual(
      expect.arrayContaining(['ACCL', 'GYRO', 'GPS5', 'GPS9', 'SCEN', 'FACE', 'HUES', 'ISOE']),
    )
    expect(telemetry!.tags).toHaveLength(3)
    expect(telemetry!.series.get('ACCL')!.times[0]).toBeCloseTo(0.1, 9)
  })

  it(`is read or refused: ${runs} mutations`, { timeout: 600_000 }, async () => {
    const outcome = await fuzz(2, pick => readDamaged(mutate(bytes, pick, pick(8) === 0 ? 0 : moovAt)))
    expect(outcome.read).toBeGreaterThan(runs * 0.3)
    expect(outcome.refused).toBeGreaterThan(runs * 0.01)
    expect(outcome.slowest).toBeLessThan(SLOWEST_MS)
    expect(outcome.memory).toBeLessThan(MEMORY_BYTES)
  })
})

const fix = { latitude: 45, longitude: 7, north: 6, east: 8, time: '2026-03-15 23:58:10' }
const instaRows = Array.from({ length: 30 }, (_, i) => ({
  ...{ clock: 5_000_000 + i * 1000, felt: [0, 1, 0.1], turned: [5, 6, 7] },
}))
const insta = (converted: boolean, directory: boolean) =>
  concat([
    plainFilm(1),
    instaTrailer(instaRows, {
      ...{ converted, directory },
      facts: [
        [24, { whole: converted ? 5000 : 5_000_000 }],
        [36, { whole: 5000 }],
        [62, { whole: converted ? 0 : 1 }],
      ],
      fixes: [0, 0.5].map(second => ({ unix: 1_780_000_000 + second, latitude: 45, longitude: 7, speed: 9 })),
    }),
  ])
const rmc = '[1780329600250]$GPRMC,160000.00,A,3830.0,N,10930.0,W,19.4,90.0,010626,,,A*7C\r\n'
const record = { status: 'A' as const, latitude: 3830, longitude: 10_930, knots: 20 }
const rtmdFix = {
  ...{ status: 'A' as const, latitude: [38, 30, 1] as [number, number, number], date: '2026:06:01', kmh: 30 },
  ...{ longitude: [109, 30, 1] as [number, number, number], clock: [16, 0, 1] as [number, number, number] },
}
const cammFix = { type: 3, place: [45, 7] as [number, number], altitude: 500, accuracy: 3, east: 6, north: 8 }
const subtitles = [0, 1, 2]
  .map(
    s =>
      `${s + 1}\n00:00:0${s},000 --> 00:00:0${s},900\n[latitude: 45.000${s}] [longitude: 7] [abs_alt: 9]\n\n`,
  )
  .join('')

/** A film of each format, with the streams that it has. */
const films: [format: string, film: Uint8Array, streams: string[]][] = [
  ['insta360', insta(false, false), ['ACCL', 'GYRO', 'GPS5']],
  ['insta360', insta(true, true), ['ACCL', 'GYRO', 'GPS5']],
  [
    'djmd',
    filmWithTrack('djmd', 40, [
      djmdHeader('dvtm_ac203', 'x'),
      djmdFrame([0, 0, 1], fix),
      djmdFrame([0, 1, 0]),
    ]),
    ['ACCL', 'GPS5'],
  ],
  ['dashcam', novatekFilm([record, null, record]), ['GPS5']],
  ['dashcam', novatekFilm([record, record], { listed: false, flagsAt: 36 }), ['GPS5']],
  ['dashcam', blackVueFilm(rmc + rmc.replace('600250', '601250'), 3), ['GPS5']],
  [
    'camm',
    filmWithTrack('camm', 40, [
      ...[camm.gyroscope(1, 2, 3), camm.accelerometer(1, 2, 3), camm.place(45, 7, 500), camm.fix(cammFix)],
    ]),
    ['ACCL', 'GYRO', 'GPS5'],
  ],
  [
    'rtmd',
    filmWithTrack('rtmd', 40, [rtmdFrame([[1, 2, 3]], [[1, 2, 3]], rtmdFix), rtmdFrame([[1, 2, 3]], [])]),
    ['ACCL', 'GYRO', 'GPS5'],
  ],
]
const filmRuns = Number(process.env.FUZZ_RUNS ?? 2000)

describe('damaged films of other cameras', () => {
  it.each(films.map((film, i) => [i, ...film] as const))(
    `%i: %s is read or refused: ${filmRuns} mutations`,
    { timeout: 600_000 },
    async (index, format, film, streams) => {
      const whole = await readTelemetry(memorySource(film))
      expect(whole).toMatchObject({ format })
      expect([...whole!.series.keys()]).toEqual(streams)
      const outcome = await fuzz(3 + index, pick => readDamaged(mutate(film, pick)), filmRuns)
      expect(outcome.read).toBeGreaterThan(filmRuns * 0.3)
      expect(outcome.slowest).toBeLessThan(SLOWEST_MS)
      expect(outcome.memory).toBeLessThan(MEMORY_BYTES)
    },
  )

  it(`subtitles are read or refused: ${filmRuns} mutations`, { timeout: 600_000 }, async () => {
    const text = Buffer.from(subtitles)
    const outcome = await fuzz(
      20,
      async pick => check((await readSidecarFrom(memorySource(mutate(text, pick)))).series.values()),
      filmRuns,
    )
    expect(outcome.read).toBeGreaterThan(filmRuns * 0.1)
    expect(outcome.slowest).toBeLessThan(SLOWEST_MS)
    expect(outcome.memory).toBeLessThan(MEMORY_BYTES)
  })
})
