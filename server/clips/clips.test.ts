import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Probe, probeFile } from '#server/core/media/probe.ts'
import { runMedia } from '#server/core/media/process.ts'
import { ffprobe, makeClip, scratchFolder } from '#test/media/make.ts'
import { clipCommand, focusExpression } from './commands.ts'
import { digestOf, frameOf, type Part, settleParts } from './rules.ts'

const run = promisify(execFile)

/**
 * A video whose brightness identifies the frame: 25 frames a second, 4 levels apart, from 20 to 220,
 * repeating.
 */
async function countingVideo(): Promise<string> {
  const file = path.join(await scratchFolder(), 'count.mp4')
  await run('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'color=c=black:size=320x180:rate=25:duration=4',
    '-f',
    'lavfi',
    '-i',
    'sine=duration=4',
    '-vf',
    "format=gray,geq=lum='20+mod(N,50)*4'",
    '-c:v',
    'libx264',
    '-qp',
    '0',
    '-g',
    '40',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    file,
  ])
  return file
}

/** Mean brightness of the center of each frame. */
async function brightness(file: string): Promise<number[]> {
  const { stdout } = await run(
    'ffmpeg',
    [
      '-v',
      'error',
      '-i',
      file,
      '-map',
      '0:v',
      '-vf',
      'crop=iw/4:ih/4,scale=1:1:flags=area,format=gray',
      '-f',
      'rawvideo',
      '-',
    ],
    { encoding: 'buffer' },
  )
  return [...stdout]
}

async function render(
  file: string,
  probe: Probe,
  format: 'wide' | 'vertical',
  parts: Part[],
): Promise<string> {
  const folder = await scratchFolder()
  const out = path.join(folder, 'out.mp4')
  await runMedia(clipCommand({ file, probe, format, parts, folder, name: 'out.mp4' }), {
    timeoutMs: 60_000,
    onStdout: s => void s.resume(),
  })
  return out
}

test('a clip starts with the requested frame and ends before the one after its end', async () => {
  const file = await countingVideo()
  const probe = await probeFile(file, 'mov')
  const out = await render(file, probe, 'wide', [{ start: 1.32, end: 1.72, focus: [] }])
  const frames = await brightness(out)
  expect(frames).toHaveLength(10)
  const expected = Array.from({ length: 10 }, (_, i) => 20 + ((33 + i) % 50) * 4)
  for (const [i, value] of frames.entries())
    expect(Math.abs(value - (expected[i] as number)), `frame ${i}`).toBeLessThanOrEqual(1)
})

test('a reel is its parts in sequence, with audio as long as the video', async () => {
  const file = await countingVideo()
  const probe = await probeFile(file, 'mov')
  const parts = [3, 0.4, 2].map(start => ({ start, end: start + 0.4, focus: [] }))
  const out = await render(file, probe, 'wide', parts)
  const frames = await brightness(out)
  expect(frames).toHaveLength(30)
  for (const [i, at] of [75, 10, 50].entries())
    expect(Math.abs((frames[i * 10] as number) - (20 + (at % 50) * 4))).toBeLessThanOrEqual(1)
  const { streams, format } = await ffprobe(out)
  expect(streams.map(s => s.codec_name).sort()).toEqual(['aac', 'h264'])
  expect(Number(format.duration)).toBeCloseTo(1.2, 1)
})

test('the upright crop follows the focus', async () => {
  const file = path.join(await scratchFolder(), 'sides.mp4')
  await run('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'color=c=black:size=640x360:rate=25:duration=3',
    '-vf',
    "format=gray,geq=lum='if(gt(X,W*0.55),235,20)'",
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    file,
  ])
  const probe = await probeFile(file, 'mov')
  const out = await render(file, probe, 'vertical', [
    {
      start: 0.5,
      end: 2.5,
      focus: [
        { time: 0.5, x: 0.2 },
        { time: 1, x: 0.2 },
        { time: 2, x: 0.8 },
        { time: 2.5, x: 0.8 },
      ],
    },
  ])
  const { streams } = await ffprobe(out)
  expect(streams.find(s => s.codec_type === 'video')).toMatchObject({ width: 720, height: 1280 })
  const frames = await brightness(out)
  expect(frames[2]).toBeLessThan(60)
  expect(frames.at(-3)).toBeGreaterThan(180)
})

describe('rules', () => {
  test('the expression passes through its points and stays between them', () => {
    const points = fc.array(
      fc.tuple(fc.double({ min: 0.01, max: 2, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(points, steps => {
        let time = 0
        const path = steps.map(([gap, x]) => {
          time += gap
          return { time, x }
        })
        const body = focusExpression(path).replaceAll('if(', 'pick(').replaceAll('lt(', 'less(')
        const at = new Function('t', 'pick', 'less', `return ${body}`) as (
          t: number,
          p: unknown,
          l: unknown,
        ) => number
        const value = (t: number) =>
          at(
            t,
            (c: boolean, a: number, b: number) => (c ? a : b),
            (a: number, b: number) => a < b,
          )
        for (const p of path) expect(value(p.time)).toBeCloseTo(p.x, 1)
        for (let t = 0; t < time + 1; t += 0.1) {
          expect(value(t)).toBeGreaterThanOrEqual(Math.min(...path.map(p => p.x)) - 0.01)
          expect(value(t)).toBeLessThanOrEqual(Math.max(...path.map(p => p.x)) + 0.01)
        }
      }),
    )
  })
  test('parts are kept within the video', () => {
    expect(
      settleParts(
        [
          { start: -1, end: 2, focus: [] },
          { start: 9, end: 12, focus: [] },
        ],
        10,
      ),
    ).toEqual([
      { start: 0, end: 2, focus: [] },
      { start: 9, end: 10, focus: [] },
    ])
    expect(() => settleParts([{ start: 11, end: 12, focus: [] }], 10)).toThrow(/outside/)
  })
  test('the same request has the same name, another has another', () => {
    const parts = [{ start: 1, end: 2, focus: [] }]
    expect(digestOf('wide', parts)).toBe(digestOf('wide', [{ start: 1, end: 2, focus: [] }]))
    expect(digestOf('vertical', parts)).not.toBe(digestOf('wide', parts))
    expect(digestOf('wide', [{ start: 1, end: 2.001, focus: [] }])).not.toBe(digestOf('wide', parts))
  })
  test('an upright source is not cropped at its sides', () => {
    const probe = { video: { width: 1080, height: 2400 } } as Probe
    expect(frameOf(probe, 'vertical')).toEqual({
      width: 1080,
      height: 1920,
      crop: { width: 1080, height: 1920 },
    })
  })
})

test('a clip of a slow source has a rate that platforms accept, and the same length', async () => {
  const file = await makeClip(path.join(await scratchFolder(), 'slow.mp4'), { seconds: 3, fps: 15 })
  const probe = await probeFile(file, 'mov')
  const made = await probeFile(await render(file, probe, 'wide', [{ start: 1, end: 2, focus: [] }]), 'mov')
  expect([made.video.fps, made.durationSeconds]).toEqual([30, expect.closeTo(1, 1)])
})
