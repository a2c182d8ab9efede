import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeClip, scratchFolder } from '#test/media/make.ts'
import { containerOf, detectContainer, isWholeMov, movEnd } from './container.ts'

test.each([
  ['clip.mp4', 'mov', {}],
  ['clip.mov', 'mov', {}],
  ['clip.mkv', 'matroska', {}],
  ['clip.avi', 'avi', { video: ['mpeg4'], audio: null }],
  ['clip.flv', 'flv', { video: ['flv1'], audio: null }],
  ['clip.wmv', 'asf', { video: ['wmv2'], audio: null }],
  ['clip.3gp', 'mov', {}],
  ['clip.mts', 'mpegts', {}],
  ['clip.m2ts', 'mpegts', {}],
  ['clip.webm', 'matroska', { video: ['libvpx', '-deadline', 'realtime'], audio: null }],
])('recognizes %s by its bytes', async (name, demuxer, options) => {
  const file = await makeClip(path.join(await scratchFolder(), name), { seconds: 0.5, ...options })
  expect((await containerOf(file))?.demuxer).toBe(demuxer)
})

test.each([
  '',
  '#EXTM3U',
  'WEBVTT',
  '<?xml',
  'ffconcat version 1.0',
  '\u0000\u0000\u0000\u0018',
  'G'.repeat(300),
])('%j is not a video', text => {
  expect(detectContainer(Buffer.from(text))).toBeNull()
})

describe('movEnd', () => {
  const layouts = [[], ['-movflags', '+faststart'], ['-movflags', '+frag_keyframe+empty_moov']]
  test.each(layouts)(
    'finds what a truncated file lacks, with the index anywhere (%s %s)',
    async (...extra) => {
      const file = await makeClip(path.join(await scratchFolder(), 'clip.mp4'), { extra })
      expect(await movEnd(file)).toEqual({ missing: 0, trailing: 0 })
      expect(await isWholeMov(file)).toBe(true)
      const { length } = await readFile(file)
      await truncate(file, Math.floor(length * 0.7))
      expect((await movEnd(file)).missing).toBeGreaterThan(0)
      expect(await isWholeMov(file)).toBe(false)
    },
  )

  const trailers: [string, Buffer][] = [
    ['three bytes of padding', Buffer.alloc(3)],
    ['a block of zeros', Buffer.alloc(4096)],
    ['letters that spell a size and a type', Buffer.from('\nSE12'.repeat(1000))],
    ['a header that is cut off', Buffer.from([0, 0, 0, 1, ...Buffer.from('xxxx'), 0, 0])],
  ]
  test.each(trailers)('%s behind the last box is a trailer, not a cut-off file', async (_, bytes) => {
    const file = await makeClip(path.join(await scratchFolder(), 'clip.mp4'))
    await appendFile(file, bytes)
    expect(await movEnd(file)).toEqual({ missing: 0, trailing: bytes.length })
    // Of a file that we wrote, the same bytes are the start of something that didn't fit.
    expect(await isWholeMov(file)).toBe(false)
  })

  test('a box that extends to the end is whole, and so is one that nobody knows', async () => {
    const file = path.join(await scratchFolder(), 'open.mp4')
    const box = (size: number, type: string, content = '') =>
      Buffer.from([0, 0, 0, size, ...Buffer.from(type + content)])
    await writeFile(
      file,
      Buffer.concat([box(12, 'ftyp', 'mp42'), box(9, 'inst', '.'), box(0, 'mdat', '....')]),
    )
    expect(await movEnd(file)).toEqual({ missing: 0, trailing: 0 })
  })
})
