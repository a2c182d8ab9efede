import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { GaugeRide, GaugeTheme } from '#contract/gauges/gauges.ts'
import { frameAt, type GaugeFrame, layOutGauges, readAir, readG, readSpeed } from '#gauges/index.ts'
import { probeFile } from '#server/platform/media/probe.ts'
import { scratchFolder } from '#test/media/make.ts'
import { numberBox, type ReadGauge, readerOf } from '#test/media/read-gauges.ts'
import { renderFile } from '../render-file.ts'
import { planGauges, regionsOf } from './plan.ts'

const run = promisify(execFile)
const gray = 96
const picture = { width: 1280, height: 720 }

/** A uniformly gray video. */
async function grayVideo(fps: number, seconds: number): Promise<string> {
  const file = path.join(await scratchFolder(), `gray-${fps}.mp4`)
  await run('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi'],
    ...['-i', `color=c=0x606060:size=${picture.width}x${picture.height}:rate=${fps}:duration=${seconds}`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '20', '-pix_fmt', 'yuv420p', file],
  ])
  return file
}

const series = (hz: number, seconds: number, at: (time: number) => number) => [
  { start: 0, hz, values: Array.from({ length: hz * seconds + 1 }, (_, i) => at(i / hz)) },
]

/** A ride with a different speed in every frame: 18 km/h more each second. */
const ride: GaugeRide = {
  speed: series(20, 6, time => 5 * time),
  g: series(25, 6, time => 0.3 + 0.5 * time),
  height: [],
  flights: [{ start: 2.1, end: 2.9 }],
  track: [],
  profile: [],
  topSpeed: 30,
  name: 'Pattern',
}
const parts = [
  { start: 3.2, end: 4.6, focus: [] },
  { start: 2, end: 3.4, focus: [] },
]

/** Each frame's pixels in a box. */
async function boxPixels(
  file: string,
  box: { x: number; y: number; width: number; height: number },
): Promise<Buffer[]> {
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-v', 'error', '-i', file, '-map', '0:v', '-vf'],
      // Exact, because a crop of 4:2:0 would move to even pixels.
      `scale=in_range=tv:out_range=pc,format=gray,crop=${box.width}:${box.height}:${box.x}:${box.y}:exact=1`,
      ...['-f', 'rawvideo', '-'],
    ],
    { encoding: 'buffer', maxBuffer: 1024 ** 3 },
  )
  const size = box.width * box.height
  return Array.from({ length: stdout.length / size }, (_, i) => stdout.subarray(i * size, (i + 1) * size))
}

/** The ride's moments shown by the clip's frames. */
const momentsAt = (fps: number) =>
  parts.flatMap(({ start, end }) =>
    Array.from({ length: Math.round((end - start) * fps) }, (_, i) => start + i / fps),
  )

const blank: GaugeFrame = { time: 0, speed: null, g: null, peak: null, height: null, air: null }
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)
/** The appearance of each possible number. */
const candidates: Record<ReadGauge, Map<number, GaugeFrame>> = {
  speed: new Map(upTo(110).map(n => [n, { ...blank, speed: n / 3.6 }])),
  g: new Map(upTo(40).map(n => [n / 10, { ...blank, g: n / 10, peak: n / 10 }])),
  air: new Map(upTo(100).map(n => [n / 100, { ...blank, air: { seconds: n / 100, landed: null } }])),
}

test.each<[number, GaugeTheme]>([
  [25, 'dash'],
  [50, 'trail'],
])('each frame of a clip at %i frames a second shows what was measured then (%s)', async (fps, theme) => {
  const file = await grayVideo(fps, 6)
  const probe = await probeFile(file, 'mov')
  const folder = await scratchFolder()
  await renderFile(
    {
      file,
      probe,
      format: 'wide',
      parts,
      folder,
      name: 'out.mp4',
      gauges: { ride, choice: { theme, units: 'metric' } },
    },
    { signal: new AbortController().signal, timeoutMs: 120_000, onStdout: pipe => void pipe.resume() },
  )
  const out = path.join(folder, 'out.mp4')
  const layout = layOutGauges(ride, { ...picture, units: 'metric', spans: parts })
  const moments = momentsAt(fps)
  const shown = async (gauge: ReadGauge) => {
    const read = readerOf(layout, theme, gauge, gray, candidates[gauge])
    return (await boxPixels(out, numberBox(layout, gauge))).map(read)
  }
  const [speeds, forces] = [await shown('speed'), await shown('g')]
  expect(speeds).toHaveLength(moments.length)
  for (const [i, moment] of moments.entries()) {
    const near = [moment - 1 / fps, moment, moment + 1 / fps].map(time => frameAt(ride, time))
    expect(
      near.map(({ speed }) => Number(readSpeed(speed ?? -1, 'metric'))),
      `frame ${i}`,
    ).toContain(speeds[i])
    expect(
      near.map(({ g }) => Number(readG(g ?? -1))),
      `frame ${i}`,
    ).toContain(forces[i])
  }
  const airs = await shown('air')
  const flying = moments.flatMap((moment, i) => (moment > 2.15 && moment < 2.85 ? [{ moment, i }] : []))
  expect(flying.length).toBeGreaterThan(15)
  for (const { moment, i } of flying) {
    // Within a frame, plus the counter's rounding.
    const seconds = frameAt(ride, moment).air?.seconds ?? -1
    expect(Math.abs((airs[i] ?? -1) - seconds), `frame ${i}`).toBeLessThanOrEqual(1 / fps + 0.011)
  }
  expect(readAir(frameAt(ride, 3.3).air?.seconds ?? 0)).toBe('0.80')
})

test("a clip whose gauges can't be drawn fails", async () => {
  const file = await grayVideo(25, 2)
  const probe = await probeFile(file, 'mov')
  const folder = await scratchFolder()
  // @ts-expect-error a theme that is not there
  const choice: { theme: GaugeTheme; units: 'metric' } = { theme: 'unknown', units: 'metric' }
  await expect(
    renderFile(
      {
        file,
        probe,
        format: 'wide',
        parts: [{ start: 0, end: 1, focus: [] }],
        folder,
        name: 'out.mp4',
        gauges: { ride, choice },
      },
      { signal: new AbortController().signal, timeoutMs: 60_000, onStdout: pipe => void pipe.resume() },
    ),
  ).rejects.toThrow(/gauges/)
})

test('sheets follow the parts, one per two or three frames, none more than a frame late', () => {
  const layout = layOutGauges(ride, { ...picture, units: 'metric', spans: parts })
  for (const fps of [24, 29.97, 30, 50, 59.94]) {
    const { times, step, parts: sheets } = planGauges(layout, parts, fps)
    for (const [p, { from, to }] of sheets.entries())
      for (let frame = 0; frame / fps < 1.4; frame++) {
        const sheet = from + Math.floor(frame / step)
        expect(sheet).toBeLessThan(to)
        const at = (parts[p]?.start ?? 0) + frame / fps
        expect(Math.abs((times[sheet] ?? 0) - at)).toBeLessThanOrEqual(1 / fps + 1e-9)
      }
  }
  const { sheet, regions } = regionsOf(layout)
  expect(regions.flatMap(region => region.gauges).sort()).toEqual(['air', 'g', 'name', 'speed'])
  for (const { picture: box, sheet: place } of regions) {
    expect([box.x, box.y, box.width, box.height].every(value => value % 2 === 0)).toBe(true)
    expect(place.x + box.width).toBeLessThanOrEqual(sheet.width)
    expect(place.y + box.height).toBeLessThanOrEqual(sheet.height)
  }
})
