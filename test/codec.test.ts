import { mkdtemp, readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { codecOf } from '../web/features/upload/transfer/codec.ts'
import { makeClip } from './media/clip.ts'

const folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-codec-'))
const clip = async (name: string, video: string[]) =>
  new Blob([await readFile(await makeClip(path.join(folder, name), { seconds: 1, video }))])

test('reads the codec of real files, with the index at the end or the start', async () => {
  expect(await codecOf(await clip('a.mp4', ['libx264', '-preset', 'ultrafast']))).toBe('H.264')
  expect(
    await codecOf(await clip('b.mov', ['libx264', '-preset', 'ultrafast', '-movflags', '+faststart'])),
  ).toBe('H.264')
  expect(await codecOf(await clip('c.mp4', ['mpeg4']))).toBe('MPEG-4')
})

test('returns nothing for other containers, text and empty files', async () => {
  expect(await codecOf(await clip('d.mkv', ['libx264', '-preset', 'ultrafast']))).toBeNull()
  expect(await codecOf(new Blob(['only words\n'.repeat(100)]))).toBeNull()
  expect(await codecOf(new Blob([]))).toBeNull()
})
