import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { containerOf } from '#server/core/media/container.ts'
import { probeFile } from '#server/core/media/probe.ts'
import { FolderStore } from '#server/core/objects/folder.ts'
import { type ClipOptions, ffprobe, keyframes, makeClip, scratchFolder } from '#test/media/make.ts'
import { ladderCommand, remuxCommand } from './commands.ts'
import { encodeToStore } from './encode.ts'
import type { Published } from './publish-folder.ts'
import { canRemux, ladderFor } from './rules.ts'

const run = promisify(execFile)

async function source(name: string, options: ClipOptions) {
  const folder = await scratchFolder()
  const file = await makeClip(path.join(folder, name), options)
  const container = await containerOf(file)
  if (!container) throw new Error('no container')
  const probe = await probeFile(file, container.demuxer)
  return {
    file,
    probe,
    root: path.join(folder, 'objects'),
    objects: new FolderStore(path.join(folder, 'objects')),
  }
}

const never = new AbortController().signal

test('an H.264 source is repackaged without losing a frame, and grows while it plays', async () => {
  const { file, probe, objects, root } = await source('ride.mp4', { seconds: 10 })
  expect(canRemux(probe)).toBe(true)
  const seen: Published[] = []
  const {
    published: [published],
  } = await encodeToStore(objects, {
    command: folder => remuxCommand(file, probe, folder),
    outputs: [{ prefix: 'streams/a/', growing: true, onProgress: async p => void seen.push(p) }],
    durationSeconds: 10,
    timeoutMs: 30_000,
    niceness: 0,
    signal: never,
  })
  expect(seen[0]?.segments).toBe(1)
  expect(published?.seconds).toBeCloseTo(10, 0)
  expect(published?.codecs).toMatch(/^avc1\.[0-9a-f]{6},mp4a\.40\.2$/)
  const out = await ffprobe(path.join(root, 'streams/a/playlist.m3u8'))
  expect(Number(out.format.duration)).toBeCloseTo(10, 1)
  expect(out.streams.map(s => s.codec_name).sort()).toEqual(['aac', 'h264'])
})

test('a picture that starts a second after its sound does so in a browser too', async () => {
  const { file, objects, root } = await source('ride.mp4', { seconds: 6 })
  const late = path.join(path.dirname(file), 'late.mp4')
  await run('ffmpeg', [
    ...[
      '-v',
      'error',
      '-itsoffset',
      '1',
      '-i',
      file,
      '-i',
      file,
      '-map',
      '0:v',
      '-map',
      '1:a',
      '-c',
      'copy',
      late,
    ],
  ])
  const probe = await probeFile(late, 'mov')
  const [rendition] = ladderFor(probe)
  const commands = {
    copied: (folder: string) => remuxCommand(late, probe, folder),
    encoded: (folder: string) => ladderCommand(late, probe, [rendition!], folder, 'ultrafast'),
  }
  for (const [name, command] of Object.entries(commands)) {
    const prefix = `streams/${name}/`
    await encodeToStore(objects, {
      ...{ command, outputs: [{ prefix, growing: true, onProgress: async () => undefined }] },
      ...{ durationSeconds: 7, timeoutMs: 60_000, niceness: 0, signal: never },
    })
    const whole = path.join(root, `${name}.mp4`)
    const parts = ['init.mp4', 's00000.m4s'].map(part => readFile(path.join(root, prefix, part)))
    await writeFile(whole, Buffer.concat(await Promise.all(parts)))
    // Media Source Extensions don't read edit lists either.
    const { stdout } = await run('ffprobe', [
      ...['-v', 'error', '-ignore_editlist', '1', '-show_entries', 'stream=codec_type,start_time'],
      ...['-of', 'json', whole],
    ])
    const start = Object.fromEntries(
      JSON.parse(stdout).streams.map((one: Record<string, string>) => [
        one.codec_type,
        Number(one.start_time),
      ]),
    )
    // Until the encoded one begins, its first frame is shown.
    expect(Math.abs(start.video - start.audio - (name === 'copied' ? 1 : 0))).toBeLessThan(0.04)
  }
})

test('all renditions come from one run and have their keyframes at the same times', async () => {
  const { file, probe, objects, root } = await source('ride.mov', { seconds: 9, size: '1280x720' })
  const ladder = ladderFor(probe)
  expect(ladder.map(r => r.height)).toEqual([720, 480, 240])
  await encodeToStore(objects, {
    command: folder => ladderCommand(file, probe, ladder, folder, 'ultrafast'),
    outputs: ladder.map(r => ({
      prefix: `streams/${r.height}/`,
      growing: true,
      onProgress: async () => undefined,
    })),
    durationSeconds: 9,
    timeoutMs: 60_000,
    niceness: 0,
    signal: never,
  })
  const times = await Promise.all(
    ladder.map(r => keyframes(path.join(root, `streams/${r.height}/playlist.m3u8`))),
  )
  expect(times[0]).toEqual(times[1])
  expect(times[1]).toEqual(times[2])
  expect(times[0]?.map(t => Math.round((t - (times[0]?.[0] ?? 0)) * 100) / 100)).toEqual([0, 4, 8])
  for (const r of ladder) {
    const out = await ffprobe(path.join(root, `streams/${r.height}/playlist.m3u8`))
    const picture = out.streams.find(s => s.codec_type === 'video')
    expect([picture?.width, picture?.height, picture?.pix_fmt]).toEqual([r.width, r.height, 'yuv420p'])
    expect(Number(out.format.duration)).toBeCloseTo(9, 0)
  }
})

const ugly: [string, ClipOptions & { name: string }][] = [
  ['upright phone video', { name: 'phone.mp4', size: '320x180', extra: ['-metadata:s:v', 'rotate=90'] }],
  ['without sound', { name: 'silent.mp4', audio: null }],
  [
    'HEVC',
    {
      name: 'hevc.mp4',
      video: ['libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', '-tag:v', 'hvc1'],
    },
  ],
  [
    'VP9 in WebM',
    {
      name: 'clip.webm',
      video: ['libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'],
      audio: ['libopus'],
    },
  ],
  ['MPEG-4 in AVI with MP3', { name: 'old.avi', video: ['mpeg4'], audio: ['libmp3lame'] }],
  ['WMV', { name: 'old.wmv', video: ['wmv2'], audio: ['wmav2'] }],
  ['FLV', { name: 'old.flv', video: ['flv1'], audio: ['libmp3lame', '-ar', '44100'] }],
  [
    'a camcorder in AVCHD',
    {
      name: 'camcorder.mts',
      video: ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-flags', '+ildct+ilme', '-top', '1'],
      audio: ['ac3'],
    },
  ],
  ['an old phone', { name: 'old.3gp', video: ['mpeg4'], audio: ['aac', '-ar', '16000', '-ac', '1'] }],
  [
    '10-bit H.264',
    { name: 'ten.mkv', video: ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le'] },
  ],
  [
    'brightness in PQ',
    {
      name: 'hdr.mp4',
      video: [
        'libx265',
        '-preset',
        'ultrafast',
        '-pix_fmt',
        'yuv420p10le',
        '-color_primaries',
        'bt2020',
        '-color_trc',
        'smpte2084',
        '-colorspace',
        'bt2020nc',
        '-x265-params',
        'log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc',
      ],
    },
  ],
  [
    'odd size',
    { name: 'odd.mkv', size: '321x181', video: ['libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p'] },
  ],
]

test.each(ugly)('%s becomes H.264 in yuv420p with even dimensions', async (_, options) => {
  const { file, probe, objects, root } = await source(options.name, options)
  const [top] = ladderFor(probe)
  if (!top) throw new Error('no rendition')
  await encodeToStore(objects, {
    command: folder => ladderCommand(file, probe, [top], folder, 'ultrafast'),
    outputs: [{ prefix: 'streams/x/', growing: true, onProgress: async () => undefined }],
    durationSeconds: probe.durationSeconds,
    timeoutMs: 60_000,
    niceness: 0,
    signal: never,
  })
  const out = await ffprobe(path.join(root, 'streams/x/playlist.m3u8'))
  const picture = out.streams.find(s => s.codec_type === 'video')
  expect(picture).toMatchObject({
    codec_name: 'h264',
    pix_fmt: 'yuv420p',
    width: top.width,
    height: top.height,
  })
  // Where ffprobe says nothing, the stream says nothing of two fields.
  expect(picture?.field_order ?? 'progressive').toBe('progressive')
  expect(Number(out.format.duration)).toBeCloseTo(2, 0)
})
