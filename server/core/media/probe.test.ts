import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { scratchFolder } from '#test/media/make.ts'
import { probeFile } from './probe.ts'

const run = promisify(execFile)

const film = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=30:duration=3']
const still = ['-f', 'lavfi', '-i', 'color=red:size=640x480:rate=30:duration=0.03']
const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=3']

async function made(name: string, args: readonly string[]) {
  const file = path.join(await scratchFolder(), name)
  await run('ffmpeg', ['-v', 'error', ...args, '-preset', 'ultrafast', file])
  return { file, probe: await probeFile(file, name.endsWith('mkv') ? 'matroska' : 'mov') }
}

test.each(['ride.mov', 'ride.mkv'])('a one-frame picture in front is not the film (%s)', async name => {
  const codecs = [
    '-map',
    '0',
    '-map',
    '1',
    '-c:v:0',
    'mjpeg',
    '-c:v:1',
    'libx264',
    '-disposition:v:0',
    'default',
  ]
  const { probe } = await made(name, [...still, ...film, ...codecs])
  expect(probe.video).toMatchObject({ index: 1, codec: 'h264', width: 320 })
})

test.each([
  [
    'a picture',
    ['-map', '0:v', '-map', '1:a', '-map', '0:v', '-c:v:0', 'libx264', '-c:v:1', 'ffv1', '-c:a', 'aac'],
  ],
  [
    'sound',
    ['-map', '0:v', '-map', '1:a', '-map', '1:a', '-c:v', 'libx264', '-c:a:0', 'aac', '-c:a:1', 'pcm_f64le'],
  ],
])('%s that nobody shows never refuses a file', async (_, args) => {
  const { probe } = await made('ride.mkv', [...film, ...tone, ...args])
  expect(probe).toMatchObject({ video: { index: 0, codec: 'h264' }, audio: { index: 1, codec: 'aac' } })
})

/** A film whose bytes were changed at a place counted from the first box or sample entry of a name. */
async function changed(name: string, at: number, bytes: Uint8Array) {
  const { file } = await made('ride.mp4', [...film, '-c:v', 'libx264'])
  const content = await readFile(file)
  content.set(bytes, content.indexOf(name, content.indexOf('moov')) + at)
  await writeFile(file, content)
  return probeFile(file, 'mov')
}

test('a codec that ffmpeg has no name for is refused by what the file calls it', async () => {
  await expect(changed('avc1', 0, Buffer.from('apv1'))).rejects.toThrow(/don't support \(apv1\)/)
})

test('a track without an orientation is not turned', async () => {
  const { video } = await changed('tkhd', 44, Buffer.alloc(36))
  expect(video).toMatchObject({ rotation: 0, width: 320, height: 180 })
})
