import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { muxTelemetry } from '#lab/ride/mux.ts'
import { sampleTelemetry } from '#lab/ride/sample-telemetry.ts'
import { cached } from '#test/harness/cache.ts'
import { random } from '#test/harness/random.ts'
import { makeLarge } from '#test/media/large-film.ts'
import { childBoxes, findBox, findMoov, viewOf } from '../boxes.ts'
import { openFileSource, type RandomAccessSource, readTelemetry } from '../index.ts'
import { CutError, openCutter, type Stretch } from './cutter.ts'

const run = promisify(execFile)
const ffmpeg = (...args: string[]) => run('ffmpeg', ['-v', 'error', '-y', '-nostdin', ...args])

/** Renders with ffmpeg, once per machine. */
const render = (extension: string, ...args: string[]): Promise<string> =>
  cached(['cut', ...args], `cut.${extension}`, out => ffmpeg(...args, out))

const picture = (seconds: number, rate = 30) => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=size=160x90:rate=${rate}:duration=${seconds}`,
]
const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
const x264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-threads', '1']
const both = ['-map', '0:v', '-map', '1:a', '-c:a', 'aac']

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cut-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Writes a stretch of a file; the original is read by ranges. */
async function cutFile(file: string, start: number, end: number): Promise<Stretch & { file: string }> {
  await using source = await openFileSource(file)
  const stretch = (await openCutter(source)).cut(start, end)
  const out = path.join(folder, `${path.basename(file)}-${start}-${end}.mp4`)
  const parts: Uint8Array[] = []
  for (const part of stretch.parts)
    parts.push(part instanceof Uint8Array ? part : await source.read(part.start, part.end - part.start))
  await writeFile(out, Buffer.concat(parts))
  return { ...stretch, file: out }
}

interface Frame {
  /** seconds */
  time: number
  hash: string
}

/**
 * The decoded frames of some files' picture or sound, by one process, whose start takes longer than they do. Fails when
 * ffmpeg reports an error.
 */
async function decoded(files: string[], stream: string): Promise<Frame[][]> {
  const out = await mkdtemp(path.join(folder, 'frames-'))
  const at = (i: number) => path.join(out, String(i))
  const args = [
    ...['-v', 'error'],
    ...files.flatMap(file => ['-i', file]),
    ...files.flatMap((_, i) => [
      ...['-map', `${i}:${stream}`, '-fps_mode', 'passthrough'],
      ...['-f', 'framehash', at(i)],
    ]),
  ]
  const { stderr } = await run('ffmpeg', args)
  // A frame of an open group is told to drop a picture from before the stretch; it is shown like the others.
  expect(stderr.replaceAll(/^.* mmco: unref short failure\n|^ +Last message repeated.*\n/gm, '')).toBe('')
  return Promise.all(
    files.map(async (_, i) => {
      const said = await readFile(at(i), 'utf8')
      const [, num, den] = /^#tb 0: (\d+)\/(\d+)/m.exec(said) ?? []
      return said
        .split('\n')
        .filter(line => line && !line.startsWith('#'))
        .map(line => line.split(',').map(field => field.trim()))
        .map(([, , pts, , , hash]) => ({
          time: (Number(pts) * Number(num)) / Number(den),
          hash: hash as string,
        }))
    }),
  )
}

/** The pictures of stretches have the frames of the original from their start to their end, at the same times. */
async function expectSamePictures(file: string, stretches: (Stretch & { file: string })[]): Promise<void> {
  const [frames = [], ...cuts] = await decoded([file, ...stretches.map(({ file }) => file)], 'v:0')
  for (const [i, cut] of cuts.entries()) {
    const { start, end } = stretches[i]!
    const wanted = frames.filter(({ time }) => time > start - 0.002 && time < end - 0.002)
    expect(cut.map(({ hash }) => hash)).toEqual(wanted.map(({ hash }) => hash))
    const drift = cut.map(({ time }, at) => Math.abs(time - (wanted[at]!.time - start)))
    expect(Math.max(...drift)).toBeLessThan(0.002)
  }
}

async function moovOf(file: string): Promise<Uint8Array> {
  await using source = await openFileSource(file)
  const { moov } = await findMoov(source)
  return await source.read(moov!.offset, moov!.length)
}

/** With picture and sound. @param options of ffmpeg, separated by spaces */
const film = (extension: string, seconds: number, options: string) => () =>
  render(extension, ...picture(seconds), ...tone(seconds), ...both, ...x264, ...options.split(' '))
const bFrames = film('mp4', 10, '-g 15 -bf 3')
const films: [string, () => Promise<string>][] = [
  ['B-frames', bFrames],
  ['one long group', film('mp4', 6, '-g 400 -bf 2')],
  ['open groups', film('mp4', 8, '-g 24 -bf 2 -x264-params open-gop=1')],
  ['its index first', film('mp4', 6, '-g 20 -movflags +faststart')],
  ['delays below zero', film('mp4', 6, '-g 20 -bf 2 -movflags +negative_cts_offsets')],
  ['uncompressed sound', film('mov', 6, '-g 20 -c:a pcm_s16le')],
  ['a time code', film('mov', 6, '-g 20 -timecode 10:11:12:00')],
  ['no sound', () => render('mp4', ...picture(4), ...x264, '-g', '20')],
  [
    'a sound that starts late',
    () => render('mp4', ...picture(6), '-itsoffset', '1.7', ...tone(4), ...both, ...x264, '-g', '20'),
  ],
  [
    'HEVC',
    film('mp4', 4, '-c:v libx265 -preset ultrafast -g 20 -x265-params log-level=none:open-gop=0 -tag:v hvc1'),
  ],
  ['only key frames', () => render('mov', ...picture(2), '-c:v', 'mjpeg')],
]

describe('any start and end', () => {
  test.each(films)('of a film with %s', async (name, make) => {
    const file = await make()
    await using source = await openFileSource(file)
    const { seconds, keyFrames } = await openCutter(source)
    const stretches: (Stretch & { file: string })[] = []
    const next = random(name.length)
    const at = (from: number, to: number) => from + (next(10_000) / 10_000) * (to - from)
    for (let round = 0; round < 8; round++) {
      const start = round === 0 ? 0 : at(0, seconds - 0.1)
      const end = round === 1 ? seconds : at(start + 0.05, seconds)
      const stretch = await cutFile(file, start, end)
      expect(keyFrames.some(key => Math.abs(key - stretch.start) < 1e-6)).toBe(true)
      expect(stretch.start).toBeLessThanOrEqual(start + 1e-3)
      expect(stretch.end).toBeGreaterThanOrEqual(end - 1e-3)
      // An unfinished upload goes on with the same bytes.
      expect((await openCutter(source)).cut(stretch.start, stretch.end).parts).toEqual(stretch.parts)
      expect((await stat(stretch.file)).size).toBe(stretch.size)
      stretches.push(stretch)
    }
    await expectSamePictures(file, stretches)
  })
})

it('keeps the sound in step with the picture', async () => {
  const file = await render(
    'mp4',
    ...picture(8),
    '-f',
    'lavfi',
    '-i',
    'aevalsrc=sin(880*PI*t)*gt(mod(t\\,2)\\,1.5):d=8',
    ...both,
    ...x264,
    '-g',
    '15',
    '-bf',
    '2',
  )
  const { file: out, start } = await cutFile(file, 3.1, 6.6)
  const loudFrom = async (name: string, after: number) => {
    const { stdout } = await run(
      'ffmpeg',
      ['-v', 'error', '-i', name, '-f', 's16le', '-ac', '1', '-ar', '48000', '-'],
      { encoding: 'buffer', maxBuffer: 64 << 20 },
    )
    const wave = new Int16Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length))
    return wave.findIndex((value, i) => i > after * 48_000 && Math.abs(value) > 3000) / 48_000
  }
  expect(Math.abs((await loudFrom(file, start + 0.2)) - start - (await loudFrom(out, 0.2)))).toBeLessThan(
    0.002,
  )
})

describe('a film of a camera', () => {
  let file: string
  beforeAll(async () => {
    const args = [
      ...picture(12),
      ...tone(12),
      ...both,
      ...x264,
      '-g',
      '15',
      '-bf',
      '2',
      '-metadata',
      'creation_time=2026-06-01T16:00:00Z',
    ]
    const plain = await render('mp4', ...args)
    const turned = path.join(folder, 'turned.mp4')
    await ffmpeg('-i', plain, '-c', 'copy', '-metadata:s:v', 'rotate=180', '-map_metadata', '0', turned)
    file = path.join(folder, 'camera.mp4')
    await muxTelemetry(turned, file, {
      ...sampleTelemetry(12),
      hiLights: [1.5, 4.25, 6, 11],
      hlmt: [
        { time: 1.52, start: 1.52, end: 1.52, type: 'MANL', confidence: 100, score: 100 },
        { time: 5, start: 2.5, end: 9.5, type: 'AIMU', confidence: 57.5, score: 28.75 },
        { time: 10, start: 9.9, end: 10.1, type: 'FUSE', confidence: 20, score: 30 },
      ],
    })
  })

  it('keeps its sensors on the clock of the picture', async () => {
    const stretch = await cutFile(file, 3.7, 8.2)
    await expectSameSensors(file, stretch)
  })

  it('moves the tags of the camera and drops those outside', async () => {
    const { file: out, start } = await cutFile(file, 3.7, 8.2)
    const tags = (await readTelemetry(out))!.tags
    const round = (seconds: number) => Math.round(seconds * 100) / 100
    expect(tags.map(({ kind, time }) => [kind, round(time + start)])).toEqual([
      ['manual', 4.25],
      ['imu', 5],
      ['manual', 6],
    ])
    const found = tags.find(({ kind }) => kind === 'imu')!
    expect([round(found.start), round(found.end)]).toEqual([
      0,
      round(8.2 - start + (found.end - (8.2 - start))),
    ])
    expect(found).toMatchObject({ confidence: 0.575, score: 0.2875 })
  })

  it('keeps its turn, and is dated when the stretch began', async () => {
    const { file: out, start } = await cutFile(file, 3.7, 8.2)
    const show = [
      '-v',
      'error',
      '-show_entries',
      'format_tags=creation_time:stream_side_data=rotation',
      '-of',
      'json',
      out,
    ]
    const { stdout } = await run('ffprobe', show)
    const { format, streams } = JSON.parse(stdout) as {
      format: { tags: { creation_time: string } }
      streams: { side_data_list?: { rotation: number }[] }[]
    }
    expect(Math.abs(streams[0]?.side_data_list?.[0]?.rotation ?? 0)).toBe(180)
    expect(Date.parse(format.tags.creation_time)).toBe(Date.UTC(2026, 5, 1, 16, 0, Math.floor(start)))
  })

  it('knows the latest end that fits', async () => {
    await using source = await openFileSource(file)
    const cutter = await openCutter(source)
    const whole = cutter.cut(2, 12).size
    const limit = Math.round(whole / 2)
    const end = cutter.latestEnd(2, 12, limit)!
    expect(cutter.cut(2, end).size).toBeLessThanOrEqual(limit)
    expect(cutter.cut(2, end + 0.2).size).toBeGreaterThan(limit)
    expect(cutter.latestEnd(2, 12, whole)).toBe(12)
    expect(cutter.latestEnd(2, 12, 100)).toBeNull()
  })
})

const footage = path.resolve(import.meta.dirname, '../../../shared/footage')
const clips: [string, string[]][] = [
  ['gopro-karma.mp4', ['FIRM', 'MUID', 'HMMT', 'GUMI']],
  ['gopro-max.mp4', ['\u00a9xyz', 'FIRM', 'HMMT', 'GPMF']],
]

/** A film with its picture re-encoded by ffmpeg. @param options of the encoder, separated by spaces */
async function encodedAnew(file: string, options: string): Promise<string> {
  const out = path.join(folder, `${path.basename(file)}-encoded.mp4`)
  const args = [
    '-map',
    '0:v:0',
    '-map_metadata',
    '-1',
    ...x264,
    ...options.split(' '),
    '-fps_mode',
    'passthrough',
  ]
  await ffmpeg('-copyts', '-i', file, ...args, out)
  await using film = await openFileSource(file)
  await using source = await openFileSource(out)
  const { moov } = await findMoov(source)
  const at = moov!.offset - 8
  const parts = (await openCutter(film)).withPicture(await openCutter(source), at)
  await truncate(out, at)
  for (const part of parts)
    await appendFile(
      out,
      part instanceof Uint8Array ? part : await film.read(part.start, part.end - part.start),
    )
  return out
}

/** A sound's packets: when each begins, and its hash. */
async function packetsOf(file: string, stream: string): Promise<(string | undefined)[][]> {
  const args = [
    '-v',
    'error',
    '-copyts',
    '-i',
    file,
    '-map',
    `0:${stream}`,
    '-c',
    'copy',
    '-f',
    'framehash',
    '-',
  ]
  const { stdout } = await run('ffmpeg', args)
  const lines = stdout.split('\n').filter(line => line && !line.startsWith('#'))
  return lines.map(line => line.split(',')).map(([, , shown, , , hash]) => [shown, hash])
}

/** Sound and the times of frames are the original's. */
async function expectSameBut(file: string, out: string): Promise<void> {
  const [before = [], after = []] = await decoded([file, out], 'v:0')
  expect(after.length).toBe(before.length)
  expect(Math.max(...after.map(({ time }, i) => Math.abs(time - before[i]!.time)))).toBeLessThan(0.001)
  expect(await packetsOf(out, 'a:0')).toEqual(await packetsOf(file, 'a:0'))
}

describe('a re-encoded picture', () => {
  test.each<[string, () => Promise<string>, string]>([
    ['of a film with B-frames', bFrames, '-bf 0 -vf scale=80:-2'],
    ['with B-frames of its own', bFrames, '-bf 2 -vf scale=80:-2'],
    [
      'beside a sound that starts late',
      () => render('mp4', ...picture(6), '-itsoffset', '1.7', ...tone(4), ...both, ...x264, '-g', '20'),
      '-bf 0',
    ],
    ['beside uncompressed sound', film('mov', 6, '-g 20 -c:a pcm_s16le'), '-bf 0'],
  ])('%s: keeps times and sound', async (_, make, options) => {
    const file = await make()
    await expectSameBut(file, await encodedAnew(file, options))
  })
})

describe.skipIf(!existsSync(footage))('a real film with a re-encoded picture', () => {
  test.each(clips)('%s', async (name, kept) => {
    const file = path.join(footage, name)
    const out = await encodedAnew(file, '-bf 0 -vf scale=320:-2')
    await expectSameBut(file, out)
    expect(await readTelemetry(out)).toEqual(await readTelemetry(file))
    const moov = await moovOf(out)
    const udta = findBox(viewOf(moov), 0, moov.length, 'udta')!
    const types = childBoxes(viewOf(moov), udta.start, udta.end).map(({ type }) => type)
    expect(types).toEqual(expect.arrayContaining(kept))
    const entries = 'format_tags=creation_time:stream=codec_tag_string,width:stream_tags=creation_time'
    const show = async (shown: string) =>
      JSON.parse(
        (await run('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'json', shown])).stdout,
      ) as { format: object; streams: { codec_tag_string: string; width?: number; tags?: object }[] }
    const [before, after] = [await show(file), await show(out)]
    expect(after.format).toEqual(before.format)
    expect(after.streams.map(stream => [stream.codec_tag_string, stream.tags])).toEqual(
      before.streams
        .filter(({ codec_tag_string }) => ['avc1', 'mp4a', 'gpmd'].includes(codec_tag_string))
        .map(stream => [stream.codec_tag_string, stream.tags]),
    )
    expect(after.streams[0]!.width).toBe(320)
  })
})

/** A stretch's sensors measured what the original's did, at the same time of the picture. */
async function expectSameSensors(file: string, stretch: Stretch & { file: string }): Promise<void> {
  const [whole, cut] = [(await readTelemetry(file))!, (await readTelemetry(stretch.file))!]
  expect(cut.device).toBe(whole.device)
  expect([...cut.series.keys()]).toEqual([...whole.series.keys()])
  for (const [key, series] of cut.series) {
    const all = whole.series.get(key)!
    const first = all.times.findIndex(time => time > stretch.start + series.times[0]! - 0.0015)
    const inside = all.times.filter(time => time >= stretch.start && time < stretch.end).length
    expect(Math.abs(series.times.length - inside)).toBeLessThanOrEqual(1)
    const values = all.values.subarray(first * all.axes, (first + series.times.length) * all.axes)
    expect(series.values).toEqual(values)
    const drift = series.times.map((time, i) => Math.abs(time + stretch.start - all.times[first + i]!))
    expect(Math.max(...drift)).toBeLessThan(0.0015)
  }
}

describe.skipIf(!existsSync(footage))('the real film', () => {
  test.each(clips)('%s', async (name, kept) => {
    const file = path.join(footage, name)
    for (const [start, end] of [
      [0, 4],
      [3.2, 7.9],
      [5, 100],
    ] as const) {
      const stretch = await cutFile(file, start, end)
      await expectSamePictures(file, [stretch])
      await decoded([stretch.file], 'a:0')
      await expectSameSensors(file, stretch)
      const moov = await moovOf(stretch.file)
      const view = viewOf(moov)
      const udta = findBox(view, 0, moov.length, 'udta')!
      expect(childBoxes(view, udta.start, udta.end).map(({ type }) => type)).toEqual(
        expect.arrayContaining(kept),
      )
      const { stdout } = await run('ffprobe', [
        '-v',
        'error',
        '-show_entries',
        'stream=codec_tag_string',
        '-of',
        'csv=p=0',
        stretch.file,
      ])
      expect(stdout.trim().split('\n')).toEqual(['avc1', 'mp4a', 'gpmd'])
    }
  })
})

it('cuts a file of 4.1 GB by reading its index alone', async () => {
  const small = await bFrames()
  const file = path.join(folder, 'large.mp4')
  await makeLarge(small, 4.1e9, file)
  expect((await stat(file)).size).toBeGreaterThan(4.09e9)
  await using source = await openFileSource(file)
  const seen = { reads: 0, bytes: 0 }
  const counting: RandomAccessSource = {
    size: source.size,
    async read(offset, length) {
      seen.reads++
      seen.bytes += length
      return await source.read(offset, length)
    },
  }
  const stretch = (await openCutter(counting)).cut(2.2, 7.4)
  expect(seen.reads).toBeLessThan(12)
  expect(seen.bytes).toBeLessThan(100_000)
  // Nothing of the media was copied into memory.
  const held = stretch.parts.reduce((sum, part) => sum + (part instanceof Uint8Array ? part.length : 0), 0)
  expect(held).toBeLessThan(30_000)
  const { file: out, ...again } = await cutFile(file, 2.2, 7.4)
  expect(again.size).toBe(stretch.size)
  await expectSamePictures(small, [{ ...again, file: out }])
})

describe('a film that cannot be cut', () => {
  const problemOf = async (file: string) => {
    await using source = await openFileSource(file)
    return await openCutter(source).catch((error: unknown) => error)
  }
  test.each<[string, string, () => Promise<string>]>([
    [
      'fragments',
      'fragmented',
      () => render('mp4', ...picture(2), ...x264, '-movflags', 'frag_keyframe+empty_moov'),
    ],
    ['another container', 'notMp4', () => render('mkv', ...picture(2), ...x264)],
    ['no picture', 'noPicture', () => render('mp4', ...tone(2), '-c:a', 'aac')],
  ])('%s', async (_, problem, make) => {
    const error = await problemOf(await make())
    expect(error).toBeInstanceOf(CutError)
    expect(error).toMatchObject({ problem })
  })

  it('several edits', async () => {
    const bytes = await readFile(await render('mp4', ...picture(2), ...x264, '-bf', '2'))
    const file = path.join(folder, 'edits.mp4')
    // One edit of 12 bytes more, in the place of what follows the first: the count alone matters here.
    const at = bytes.indexOf('elst')
    const edit = bytes.subarray(at + 12, at + 24)
    const grown = Buffer.concat([bytes.subarray(0, at + 24), edit, bytes.subarray(at + 24)])
    grown.writeUInt32BE(2, at + 8)
    for (const type of ['elst', 'edts', 'trak', 'moov']) {
      const place = grown.lastIndexOf(type, at) - 4
      grown.writeUInt32BE(grown.readUInt32BE(place) + 12, place)
    }
    await writeFile(file, grown)
    expect(await problemOf(file)).toMatchObject({ problem: 'edited' })
  })
})
