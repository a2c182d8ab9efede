import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { box } from '#telemetry/write/mp4.ts'
import { cached } from '../harness/cache.ts'
import { random } from '../harness/random.ts'

const run = promisify(execFile)

/** Lengths in seconds, sizes as displayed. */
export interface Playing {
  seconds: number
  /** of the sound, where it lasts longer than the picture */
  heard?: number
  size: string
  sound: boolean
}

/** A file as some camera, phone, program or broken card leaves it, and how its upload ends. */
export interface OddFilm {
  name: string
  extension: string
  make(): Promise<Buffer>
  /** how it plays, or the sentence that refuses it */
  ends: Playing | RegExp
}

const film = { seconds: 2, size: '160x120', sound: true } satisfies Playing

const picture = (seconds = 2, rate = 30, size = '160x120') => [
  ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`],
]
const tone = (seconds = 2) => ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '30']
const both = ['-map', '0:v', '-map', '1:a', '-c:a', 'aac']

/** Renders with ffmpeg, once per machine. */
const render = async (extension: string, ...args: string[]): Promise<Buffer> =>
  readFile(
    await cached(['odd film', ...args], `film.${extension}`, out =>
      run('ffmpeg', ['-v', 'error', '-y', ...args, out]),
    ),
  )

/** Renders from a file that was changed by hand. */
async function rerender(extension: string, from: Buffer, ...args: string[]): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-odd-'))
  const [before, after] = [path.join(folder, `before.${extension}`), path.join(folder, `after.${extension}`)]
  try {
    await writeFile(before, from)
    await run('ffmpeg', ['-v', 'error', '-i', before, ...args, after])
    return await readFile(after)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const plain = () => render('mp4', ...picture(), ...tone(), ...both, ...x264)
const indexFirst = (seconds = 4) =>
  render('mp4', ...picture(seconds), ...tone(seconds), ...both, ...x264, '-movflags', '+faststart')

const noise = (bytes: number, seed = 1) => {
  const next = random(seed)
  return Buffer.from(Uint8Array.from({ length: bytes }, () => next(256)))
}

/** Where the nth box of a type starts, with its header. */
function placeOf(bytes: Buffer, type: string, nth = 0): number {
  let at = -1
  for (let n = 0; n <= nth; n++) at = bytes.indexOf(type, at + 1, 'latin1')
  if (at < 0) throw new Error(`No ${type} here`)
  return at - 4
}

/** Gives the nth sample entry of a type another one, without the box (esds) that says what it is. */
function renamed(bytes: Buffer, from: string, to: string, nth = 0): Buffer {
  const changed = Buffer.from(bytes)
  const descriptions = [...changed.toString('latin1').matchAll(/stsd/g)].map(({ index }) => index + 16)
  const places = descriptions.filter(at => changed.toString('latin1', at, at + 4) === from)
  const at = places[nth] as number
  changed.write(to, at, 'latin1')
  const esds = changed.indexOf('esds', at, 'latin1')
  if (esds > 0 && esds < at + changed.readUInt32BE(at - 4)) changed.write('free', esds, 'latin1')
  return changed
}

/** Data of the film, from one share of it to another. */
function inData(bytes: Buffer, from: number, to: number): Buffer {
  const start = placeOf(bytes, 'mdat') + 8
  const end = start - 8 + bytes.readUInt32BE(start - 8)
  return bytes.subarray(Math.round(start + from * (end - start)), Math.round(start + to * (end - start)))
}

const zeroed = (from: number, to: number) => async () => {
  const bytes = Buffer.from(await indexFirst())
  inData(bytes, from, to).fill(0)
  return bytes
}

/** Flips a bit in one of so many bytes. */
const flipped = (from: number, to: number, oneOf: number) => async () => {
  const bytes = Buffer.from(await indexFirst())
  const data = inData(bytes, from, to)
  const next = random(oneOf)
  for (let n = 0; n < data.length / oneOf; n++) {
    const at = next(data.length)
    data[at] = (data[at] as number) ^ (1 << next(8))
  }
  return bytes
}

/** Changes bytes at a place in a box of the index. */
const inIndex = (type: string, at: number, length: number, seed?: number) => async () => {
  const bytes = Buffer.from(await indexFirst())
  const from = placeOf(bytes, type) + at
  bytes.set(seed === undefined ? Buffer.alloc(length) : noise(length, seed), from)
  return bytes
}

const behind = (trailer: () => Buffer | Promise<Buffer>) => async () =>
  Buffer.concat([await plain(), await trailer()])

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [n, value] of values.entries()) bytes.writeUInt32LE(value, 4 * n)
  return bytes
}

/** The end of a file by an Insta360: padding, version, length of the trailer, magic; as sandbox-free bytes. */
const insta360 = () =>
  Buffer.concat([
    noise(300, 5),
    Buffer.alloc(32),
    u32(412, 3),
    Buffer.from('8db42d694ccc418790edff439fe026bf', 'latin1'),
  ])

/** What Samsung's phones add: entries, then a directory between SEFH and SEFT. */
const samsung = () =>
  Buffer.concat([
    Buffer.from('\0\0\x01\x0aImage_UTC_Data1780333200000', 'latin1'),
    Buffer.from('SEFH', 'latin1'),
    u32(107, 1, 0x0a010000, 36, 36, 24),
    Buffer.from('SEFT', 'latin1'),
  ])

/** The picture's matrix: a, b, c and d of ISO/IEC 14496-12, 6.2.2. */
const turned =
  (...[a, b, c, d]: [number, number, number, number]) =>
  async () => {
    const bytes = Buffer.from(await plain())
    const matrix = placeOf(bytes, 'tkhd') + 8 + 40
    for (const [place, value] of [
      [0, a],
      [4, b],
      [12, c],
      [16, d],
    ] as const)
      bytes.writeInt32BE(value * 0x10000, matrix + place)
    return bytes
  }

const atRate = (rate: number, seconds: number): OddFilm => ({
  name: `${rate} frames a second`,
  extension: 'mp4',
  make: () => render('mp4', ...picture(seconds, rate), ...tone(seconds), ...both, ...x264),
  ends: { ...film, seconds },
})

const hdr = (name: string, transfer: string, encoder: string[], extension = 'mp4'): OddFilm => ({
  name,
  extension,
  make: () =>
    render(
      extension,
      ...picture(1),
      ...tone(1),
      ...both,
      ...encoder,
      ...['-color_primaries', 'bt2020', '-color_trc', transfer, '-colorspace', 'bt2020nc'],
    ),
  ends: { ...film, seconds: 1 },
})
const x265 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', '-tag:v', 'hvc1']
const x265quiet = [...x265, '-x265-params', 'log-level=none']

/** One H.264 stream whose picture changes its size after a second. */
async function growing(): Promise<Buffer> {
  const half = (size: string) => render('h264', ...picture(1, 30, size), '-an', ...x264)
  return Buffer.concat([await half('160x120'), await half('240x180')])
}

const twoPictures = () =>
  render('mp4', ...picture(), ...tone(), '-map', '0:v', '-map', '0:v', '-map', '1:a', '-c:a', 'aac', ...x264)
const twoSounds = () =>
  render('mov', ...picture(), ...tone(), '-map', '1:a', '-map', '0:v', '-map', '1:a', '-c:a', 'aac', ...x264)
const still = ['-f', 'lavfi', '-i', 'color=red:size=320x240:rate=1:duration=1']

const copied = async (from: () => Promise<Buffer>, ...args: string[]) =>
  rerender('mp4', await from(), '-c', 'copy', ...args)

const damaged = /^Part of the file is damaged: only 0:0\d of 0:04 can be read\./
const missing = /^The end of the file is missing/
const broken = /^The file is damaged or incomplete/
const unknownPicture = /^Part of this file is in a format we don't support/

const four = { ...film, seconds: 4 }
const mp4 = (name: string, make: () => Promise<Buffer>, ends: Playing | RegExp = film): OddFilm => ({
  name,
  extension: 'mp4',
  make,
  ends,
})
const as = (extension: string, ...[name, make, ends]: Parameters<typeof mp4>): OddFilm => ({
  ...mp4(name, make, ends),
  extension,
})

const trailers: OddFilm[] = [
  mp4(
    'one zero behind it',
    behind(() => Buffer.alloc(1)),
  ),
  mp4(
    'three zeros behind it',
    behind(() => Buffer.alloc(3)),
  ),
  mp4(
    'a block of zeros behind it',
    behind(() => Buffer.alloc(4096)),
  ),
  mp4('the footer of an Insta360', behind(insta360)),
  mp4('the trailer of a Samsung phone', behind(samsung)),
  mp4(
    'a free box behind it',
    behind(() => Buffer.from(box('free', noise(500)))),
  ),
  mp4(
    'a free box of no size behind it',
    behind(() => Buffer.concat([Buffer.alloc(4), Buffer.from('free'), noise(500)])),
  ),
  mp4(
    'random bytes behind it',
    behind(() => noise(5000, 7)),
  ),
  mp4(
    'an ID3 tag behind it',
    behind(() => Buffer.from(`TAG${'Ride'.padEnd(125, '\0')}`, 'latin1')),
  ),
  mp4(
    'a line of text behind it',
    behind(() => Buffer.from('uploaded with the app\n')),
  ),
  mp4(
    'a JPEG behind it',
    behind(() => render('jpg', ...still, '-frames:v', '1')),
  ),
  mp4(
    'an unknown box that is cut behind it',
    behind(() => Buffer.from('\0\x0f\xff\xffGPSDabc', 'latin1')),
  ),
  mp4('a second film behind it', behind(plain)),
  mp4(
    'a data box that is cut behind it',
    behind(() => Buffer.from('\0\x0f\xff\xffmdatabc', 'latin1')),
    missing,
  ),
]

const streams: OddFilm[] = [
  mp4('a picture of one frame first', () =>
    render(
      'mp4',
      ...[...still, ...picture(), ...tone(), '-map', '0:v', '-map', '1:v', '-map', '2:a'],
      ...['-c:v:0', 'mjpeg', '-pix_fmt:v:0', 'yuvj420p', '-c:v:1', 'libx264', '-c:a', 'aac'],
      ...['-preset:v:1', 'ultrafast', '-pix_fmt:v:1', 'yuv420p'],
    ),
  ),
  as('mov', 'its sound first', () =>
    render('mov', ...tone(), ...picture(), '-map', '0:a', '-map', '1:v', ...x264),
  ),
  as('mov', 'two sounds, an undecodable first', async () => renamed(await twoSounds(), 'mp4a', 'apac')),
  as('mov', 'two sounds, an undecodable last', async () => renamed(await twoSounds(), 'mp4a', 'apac', 1)),
  mp4('only an undecodable sound', async () => renamed(await plain(), 'mp4a', 'apac'), {
    ...film,
    sound: false,
  }),
  mp4('two pictures, an undecodable first', async () => renamed(await twoPictures(), 'avc1', 'apv1')),
  mp4('only an undecodable picture', async () => renamed(await plain(), 'avc1', 'apv1'), unknownPicture),
  as(
    'mkv',
    'a picture of a codec that we refuse',
    () => render('mkv', ...picture(), '-c:v', 'ffv1'),
    unknownPicture,
  ),
  as('mov', 'a time code track first', () =>
    render('mov', ...picture(), ...tone(), '-map', '0:v', '-map', '1:a', ...x264, '-timecode', '10:11:12:00'),
  ),
  mp4('an unknown data track', async () => {
    const made = await render(
      'mov',
      ...picture(),
      ...tone(),
      '-map',
      '0:v',
      '-map',
      '1:a',
      ...x264,
      '-timecode',
      '10:11:12:00',
    )
    return renamed(made, 'tmcd', 'zzzz')
  }),
  mp4('a cover in front', () =>
    render(
      'mp4',
      ...[...still, ...picture(), ...tone(), '-map', '0:v', '-map', '1:v', '-map', '2:a', '-c:v:0', 'mjpeg'],
      ...['-disposition:v:0', 'attached_pic', '-c:v:1', 'libx264', '-pix_fmt:v:1', 'yuv420p'],
    ),
  ),
  mp4('no picture', () => render('mp4', ...tone(), '-c:a', 'aac'), /^This file has no video/),
  mp4('no sound', () => render('mp4', ...picture(), ...x264), { ...film, sound: false }),
  mp4('sound that ends early', () => render('mp4', ...picture(), ...tone(0.5), ...both, ...x264)),
  mp4('sound that lasts longer', () => render('mp4', ...picture(1), ...tone(2), ...both, ...x264), {
    ...film,
    seconds: 1,
    heard: 2,
  }),
  as('mov', 'sound of six channels', () =>
    render('mov', ...picture(), ...tone(), ...both, ...x264, '-ac', '6'),
  ),
  as('avi', 'MPEG-4 and MP3 in an AVI', () =>
    render('avi', ...picture(), ...tone(), '-map', '0:v', '-map', '1:a', '-c:v', 'mpeg4', '-c:a', 'mp3'),
  ),
]

const rates: OddFilm[] = [
  ...[5, 10, 15, 24, 50, 60].map(rate => atRate(rate, 2)),
  ...[120, 240].map(rate => atRate(rate, 1)),
  mp4('a rate that varies', () =>
    render(
      'mp4',
      ...picture(),
      ...tone(),
      ...both,
      ...x264,
      '-vf',
      "select='lt(t,1)+not(mod(n,6))'",
      '-fps_mode',
      'vfr',
    ),
  ),
]

const onSide = { ...film, size: '120x160' }
const turns: OddFilm[] = [
  mp4('turned by 90°', turned(0, 1, -1, 0), onSide),
  mp4('turned by 180°', turned(-1, 0, 0, -1)),
  mp4('turned by 270°', turned(0, -1, 1, 0), onSide),
  mp4('mirrored', turned(-1, 0, 0, 1)),
  mp4('upside down in a mirror', turned(1, 0, 0, -1)),
  mp4('turned by 90° and mirrored', turned(0, 1, 1, 0), onSide),
]

const edits: OddFilm[] = [
  mp4('cut without encoding between keyframes', () => copied(plain, '-ss', '0.5'), { ...film, seconds: 1.5 }),
  mp4('a sound that starts late', () =>
    render('mp4', ...picture(), '-itsoffset', '0.7', ...tone(1.3), ...both, ...x264),
  ),
  mp4('a picture that starts late', () =>
    render('mp4', '-itsoffset', '0.7', ...picture(1.3), ...tone(), ...both, ...x264),
  ),
  mp4(
    'an edit that keeps the first half',
    async () => {
      const bytes = Buffer.from(await plain())
      for (const nth of [0, 1]) bytes.writeUInt32BE(1000, placeOf(bytes, 'elst', nth) + 16)
      return bytes
    },
    { ...film, seconds: 1 },
  ),
]

const sizes: OddFilm[] = [
  mp4('two sizes in one track', async () => rerender('h264', await growing(), '-c', 'copy', '-f', 'mp4'), {
    ...film,
    sound: false,
  }),
  as(
    'mts',
    'two sizes in a transport stream',
    async () => rerender('h264', await growing(), '-c', 'copy', '-f', 'mpegts'),
    { ...film, sound: false },
  ),
]

const ranges: OddFilm[] = [
  hdr('HLG of 10 bits', 'arib-std-b67', x265quiet),
  hdr('PQ of 10 bits', 'smpte2084', x265quiet),
  hdr('H.264 of 10 bits', 'bt709', ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le']),
  hdr('ProRes of 10 bits and 4:2:2', 'bt709', ['-c:v', 'prores_ks', '-pix_fmt', 'yuv422p10le'], 'mov'),
]

const cut =
  (share: number, from: () => Promise<Buffer> = indexFirst) =>
  async () => {
    const bytes = await from()
    return bytes.subarray(0, Math.round(bytes.length * share))
  }

const broke: OddFilm[] = [
  mp4('the first data zero', zeroed(0, 0.1), four),
  mp4('some data zero', zeroed(0.3, 0.35), four),
  mp4('the middle third zero', zeroed(0.33, 0.66), damaged),
  mp4('the last two fifths zero', zeroed(0.6, 1), damaged),
  mp4('the last twentieth zero', zeroed(0.95, 1), four),
  mp4('everything but the first tenth zero', zeroed(0.1, 1), damaged),
  mp4('all data zero', zeroed(0, 1), broken),
  mp4('a flipped bit in 1000 bytes', flipped(0, 1, 1000), four),
  mp4('a flipped bit in 100 bytes', flipped(0, 1, 100), four),
  mp4('a flipped bit in 10 bytes', flipped(0, 1, 10), damaged),
  mp4('flipped bits in the first tenth', flipped(0, 0.1, 50), four),
  mp4('flipped bits in the last tenth', flipped(0.9, 1, 50), four),
  mp4('cut at 90%', cut(0.9), missing),
  mp4('cut at 30%', cut(0.3), missing),
  mp4('cut in its index', cut(0.01), missing),
  mp4('cut before its index', cut(0.9, plain), missing),
  mp4('no offsets of its first chunks', inIndex('stco', 16, 12), four),
  mp4('random sample sizes', inIndex('stsz', 20, 200, 3), broken),
  mp4('random sample times', inIndex('stts', 16, 8, 4), four),
  mp4('no sample entry', inIndex('stsd', 16, 60), broken),
  mp4('no setup of the decoder', inIndex('avcC', 8, 20), broken),
  mp4('a header of a track that is zero', inIndex('tkhd', 8, 80), four),
]

/** One of each kind of file that public reports of faults describe, by what is odd about them. */
export const oddFilms: Record<string, readonly OddFilm[]> = {
  'something behind its last box': trailers,
  'unusual streams': streams,
  'any frame rate': rates,
  'a turned or mirrored picture': turns,
  'an edit list': edits,
  'a picture that changes its size': sizes,
  'more than 8 bits': ranges,
  damage: broke,
}
