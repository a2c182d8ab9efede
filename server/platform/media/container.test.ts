import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeClip, scratchFolder } from '#test/media/make.ts'
import { containerOf, detectContainer, isWholeMov } from './container.ts'

test.each([
  ['clip.mp4', 'mov', {}],
  ['clip.mov', 'mov', {}],
  ['clip.mkv', 'matroska', {}],
  ['clip.avi', 'avi', { video: ['mpeg4'], audio: null }],
  ['clip.flv', 'flv', { video: ['flv1'], audio: null }],
  ['clip.wmv', 'asf', { video: ['wmv2'], audio: null }],
  ['clip.webm', 'matroska', { video: ['libvpx', '-deadline', 'realtime'], audio: null }],
])('recognizes %s by its bytes', async (name, demuxer, options) => {
  const file = await makeClip(path.join(await scratchFolder(), name), { seconds: 0.5, ...options })
  expect((await containerOf(file))?.demuxer).toBe(demuxer)
})

test.each(['', '#EXTM3U', 'WEBVTT', '<?xml', 'ffconcat version 1.0', '\u0000\u0000\u0000\u0018'])(
  '%j is not a video',
  text => {
    expect(detectContainer(Buffer.from(text))).toBeNull()
  },
)

describe('isWholeMov', () => {
  test('distinguishes a whole file from a truncated one, with the index anywhere', async () => {
    for (const extra of [[], ['-movflags', '+faststart']]) {
      const file = await makeClip(path.join(await scratchFolder(), 'clip.mp4'), { extra })
      expect(await isWholeMov(file)).toBe(true)
      const { length } = await readFile(file)
      await truncate(file, Math.floor(length * 0.7))
      expect(await isWholeMov(file)).toBe(false)
    }
  })
  test('rejects files whose boxes lead nowhere', async () => {
    const file = path.join(await scratchFolder(), 'bad.mp4')
    await writeFile(file, Buffer.from([0, 0, 0, 0x10, ...Buffer.from('ftypmp42'), 0, 0, 0, 0, 0, 0, 0, 2]))
    await appendFile(file, 'mdat')
    expect(await isWholeMov(file)).toBe(false)
  })
})
