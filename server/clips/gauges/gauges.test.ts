import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { GaugeTheme } from '#contract/gauges/themes.ts'
import { frameAt, layOutGauges, readAir, readG, readSpeed } from '#gauges/index.ts'
import { probeFile } from '#server/core/media/probe.ts'
import { scratchFolder } from '#test/media/make.ts'
import {
  boxPixels,
  candidates,
  numberBox,
  type ReadGauge,
  readerOf,
  timedRide as ride,
} from '#test/media/read-gauges.ts'
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

const parts = [
  { start: 3.2, end: 4.6, focus: [] },
  { start: 2, end: 3.4, focus: [] },
]

/** The ride's moments shown by the clip's frames. */
const momentsAt = (fps: number) =>
  parts.flatMap(({ start, end }) =>
    Array.from({ length: Math.round((end - start) * fps) }, (_, i) => start + i / fps),
  )

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
    const stretches = parts.map(({ start, end }) => ({
      frames: (end - start) * fps + 1,
      momentAt: (frame: number) => start + frame / fps,
    }))
    const { times, step, parts: sheets } = planGauges(layout, stretches, fps)
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
