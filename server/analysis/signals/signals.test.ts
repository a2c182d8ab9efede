import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { probeFile, UnusableVideoError } from '#server/core/media/probe.ts'
import { MediaProcessError } from '#server/core/media/process.ts'
import { streamsWeWrote } from '#server/core/media/streams.ts'
import { inputOf } from '../analysis-input.ts'
import { median } from '../math.ts'
import type { AnalysisInput } from '../types.ts'
import { readSignals } from './index.ts'
import { planDecode } from './plan.ts'
import { silence } from './sound.ts'

const run = promisify(execFile)
let folder: string
const at = (name: string) => path.join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'trailcut-signals-'))
})
afterAll(async () => rm(folder, { recursive: true, force: true }))

interface Made {
  seconds?: number
  size?: string
  /** ffmpeg source of the picture */
  picture?: string
  /** Hz of a tone; null for no sound */
  tone?: number | null
  /** seconds by which the audio starts after the video */
  late?: number
  gop?: number
}

async function make(
  name: string,
  { seconds = 4, size = '320x180', picture, tone = 440, late = 0, gop = 250 }: Made = {},
) {
  const source = picture ?? `testsrc2=size=${size}:rate=30`
  await run('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-t', String(seconds), '-i', source],
    ...(tone === null
      ? []
      : [
          '-itsoffset',
          String(late),
          '-f',
          'lavfi',
          '-t',
          String(seconds - late),
          '-i',
          `sine=frequency=${tone}:sample_rate=44100`,
        ]),
    ...['-map', '0:v', ...(tone === null ? [] : ['-map', '1:a', '-c:a', 'aac'])],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', String(gop), '-pix_fmt', 'yuv420p', at(name)],
  ])
  const [width, height] = size.split('x').map(Number) as [number, number]
  const input: AnalysisInput = {
    path: at(name),
    ...{
      durationSeconds: seconds,
      width,
      height,
      fps: 30,
      streams: streamsWeWrote(tone !== null),
      hasBFrames: false,
    },
    ...{ codec: 'h264', sizeBytes: 1e6 },
  }
  return input
}

const noProgress = () => {}

describe('the decode pass', () => {
  it('measures eight frames a second and the sound, and reports progress', async () => {
    const fractions: number[] = []
    const { picture, pictureHz, sound, quality } = await readSignals(await make('plain.mp4'), f =>
      fractions.push(f),
    )
    expect([quality, pictureHz, picture.luma.length]).toEqual(['full', 8, 32])
    expect(sound!.db.length / sound!.hz).toBeCloseTo(4, 0)
    expect(median(sound!.engine)).toBeGreaterThan(0.95)
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b))
    expect(fractions.at(-1)).toBe(1)
  })

  it("measures a moving picture's actual speed", async () => {
    const { stdout } = await run('ffmpeg', ['-v', 'error', '-filters'])
    expect(stdout).toContain(' scroll ')
    // a quarter of the width per second, to the left
    const picture = `mandelbrot=size=320x180:rate=30:maxiter=80,trim=end_frame=1,loop=-1:1:0,scroll=horizontal=${0.25 / 30}`
    const input = await make('scroll.mp4', { picture, seconds: 3 })
    const { picture: seen, ego } = await readSignals(input, noProgress)
    expect(median(seen.flowX.subarray(2))).toBeCloseTo(-0.25, 1)
    expect(Math.abs(median(seen.flowY.subarray(2)))).toBeLessThan(0.02)
    expect(ego!.yaw.length / ego!.hz).toBeCloseTo(3, 1)
    expect(median(ego!.yaw.subarray(2))).toBeCloseTo(-0.25, 1)
    expect(Math.abs(median(ego!.pitch.subarray(2)))).toBeLessThan(0.02)
  })

  it('accepts a file without audio, and an upright one', async () => {
    const input = await make('silent.mp4', { tone: null, size: '180x320', seconds: 2 })
    const { picture, sound } = await readSignals(input, noProgress)
    expect(sound).toBeNull()
    expect(picture.luma.length).toBe(16)
  })

  it('hears the sound that was chosen, behind one that nobody can decode', async () => {
    const { path: plain } = await make('one-sound.mp4')
    const file = at('two-sounds.mov')
    await run('ffmpeg', [
      ...['-v', 'error', '-i', plain, '-f', 'lavfi', '-t', '4', '-i', 'anullsrc=r=48000:cl=stereo'],
      ...['-map', '0:v', '-map', '1:a', '-map', '0:a', '-disposition:a:0', 'default', '-c', 'copy'],
      ...['-c:a:0', 'dca', '-strict', '-2', file],
    ])
    const probe = await probeFile(file, 'mov')
    expect(probe.audio).toMatchObject({ index: 2, codec: 'aac' })
    const { sound } = await readSignals(inputOf(file, probe), noProgress)
    expect(median(sound?.db ?? new Float32Array())).toBeGreaterThan(-30)
  })

  it('keeps audio that starts late at its time', async () => {
    const { sound } = await readSignals(await make('late.mp4', { late: 2 }), noProgress)
    const atSecond = (s: number) => sound!.db[Math.round(s * sound!.hz)]!
    expect(atSecond(1)).toBe(silence)
    expect(atSecond(3)).toBeGreaterThan(-40)
  })

  it('reads only keyframes when the rest would cost too much, and says so', async () => {
    const picture = 'testsrc2=size=320x180:rate=30,noise=alls=40:allf=t:enable=between(t\\,4\\,6)'
    const input = await make('costly.mp4', { picture, seconds: 10, gop: 30 })
    const plan = planDecode({ ...input, width: 7680, height: 4320, durationSeconds: 36000 })
    expect(plan.mode).toBe('keyframes')
    const signals = await readSignals(input, noProgress, undefined, { ...plan, width: 160, height: 90 })
    expect([signals.quality, signals.pictureHz]).toEqual(['reduced', 2])
    expect(signals.picture.luma.length).toBeGreaterThanOrEqual(19)
    expect(signals.ego).toBeNull()
    const flow = (from: number, to: number) => median(signals.picture.flow.subarray(from * 2, to * 2))
    expect(flow(4.5, 6)).toBeGreaterThan(1.5 * flow(7, 9))
    expect(signals.sound!.db.length / signals.sound!.hz).toBeCloseTo(10, 0)
  })

  it('measures the same with any number of decoding threads', async () => {
    const input = await make('threads.mp4', { seconds: 4 })
    const plan = planDecode(input)
    const read = (threads: 1 | null) => readSignals(input, noProgress, undefined, { ...plan, threads })
    expect(await read(1)).toEqual(await read(null))
  })

  it('stops when aborted, with the given reason', async () => {
    const input = await make('long.mp4', { seconds: 60 })
    const abort = new AbortController()
    const reason = new Error('no longer wanted')
    const reading = readSignals(input, () => abort.abort(reason), abort.signal)
    await expect(reading).rejects.toBe(reason)
    await expect(readSignals(input, noProgress, AbortSignal.abort(reason))).rejects.toBe(reason)
  })

  it("doesn't swallow an error from the progress callback", async () => {
    const reading = readSignals(await make('thrown.mp4'), () => {
      throw new RangeError('from outside')
    })
    await expect(reading).rejects.toThrow(RangeError)
  })

  it("refuses a file that isn't a video, and a broken video", async () => {
    await writeFile(at('text.mp4'), '#EXTM3U\nfile:///etc/passwd\n')
    const input = await make('whole.mp4', { seconds: 1 })
    await expect(readSignals({ ...input, path: at('text.mp4') }, noProgress)).rejects.toBeInstanceOf(
      UnusableVideoError,
    )
    await writeFile(
      at('broken.mp4'),
      Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'), Buffer.alloc(4096, 7)]),
    )
    await expect(readSignals({ ...input, path: at('broken.mp4') }, noProgress)).rejects.toBeInstanceOf(
      MediaProcessError,
    )
  })
})
