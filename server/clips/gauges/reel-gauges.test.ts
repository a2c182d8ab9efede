import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Clip } from '#contract/clips.ts'
import type { GaugeTheme } from '#contract/gauges/themes.ts'
import { momentAt, type TimedPlan, timelineOf } from '#contract/reels/timeline.ts'
import { frameAt, layOutGauges, readG, readSpeed } from '#gauges/index.ts'
import { probeFile } from '#server/core/media/probe.ts'
import { scratchFolder } from '#test/media/make.ts'
import {
  boxPixels,
  candidates,
  numberBox,
  type ReadGauge,
  readerOf,
  timedRide,
} from '#test/media/read-gauges.ts'
import { renderFile } from '../render-file.ts'
import { frameOf, type ReelRecipe } from '../rules.ts'

const run = promisify(execFile)
const videoSeconds = 6
/** limited range, and the same in full range */
const gray = 98
const shownGray = ((gray - 16) * 255) / 219

/** A gray video whose frames carry their number in two strips at the top: sixteens above, the rest below. */
async function numberedVideo(fps: number): Promise<string> {
  const file = path.join(await scratchFolder(), `numbered-${fps}.mp4`)
  // Computed small, because ffmpeg evaluates this for each pixel.
  const luma = `if(lt(Y,H*0.04),24+8*floor(N/16),if(lt(Y,H*0.08),24+12*mod(N,16),${gray}))`
  await run('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', `color=size=16x50:rate=${fps}:duration=${videoSeconds}`],
    ...['-vf', `format=yuv420p,geq=lum='${luma}':cb=128:cr=128,scale=1280:720:flags=neighbor`],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-g', '20', file],
  ])
  return file
}

/** Which frame of the video each frame of a file shows, by its strips. */
async function numbersIn(file: string, { width, height }: { width: number; height: number }) {
  const strip = (y: number) =>
    boxPixels(file, { x: width / 4, y: Math.round(height * y), width: width / 4, height: 4 })
  const mean = (pixels: Buffer) =>
    (pixels.reduce((sum, value) => sum + value, 0) / pixels.length / 255) * 219 + 16
  const [above, below] = [await strip(0.018), await strip(0.058)]
  return above.map((pixels, i) => {
    const rest = Math.round((mean(below[i] as Buffer) - 24) / 12)
    return Math.round((mean(pixels) - 24) / 8) * 16 + rest
  })
}

const plan = { title: '', music: 'ridge', onBeat: false, slowMotion: true, pieces: [] } satisfies TimedPlan
const options = {
  signal: new AbortController().signal,
  timeoutMs: 120_000,
  onStdout: (pipe: NodeJS.ReadableStream) => void pipe.resume(),
}

test.each<[Clip['format'], number, GaugeTheme, string]>([
  ['vertical', 30, 'trail', 'Card'],
  ['square', 25, 'dash', ''],
])(
  'gauges in a %s reel of a video at %i frames a second show the moment of its picture',
  async (format, fps, theme, title) => {
    const file = await numberedVideo(fps)
    const probe = await probeFile(file, 'mov')
    const folder = await scratchFolder()
    const chosen = [
      { start: 3.2, end: 3.73 },
      { start: 1.7, end: 3 },
      { start: 0.4, end: 0.9 },
    ]
    const { pieces, frames, titleFrames } = timelineOf(
      { ...plan, title, pieces: chosen },
      [2.25],
      videoSeconds,
    )
    expect(pieces[1]?.slow).not.toBeNull()
    const parts = pieces.map((piece, i) => ({
      ...piece,
      focus: [{ time: piece.start, x: [0.1, 0.5, 0.9][i] as number }],
    }))
    const recipe: ReelRecipe = {
      title: title ? { text: title, frames: titleFrames } : null,
      music: plan.music,
      pieces: parts,
    }
    const gauges = { ride: timedRide, choice: { theme, units: 'metric' as const } }
    await renderFile({ file, probe, format, recipe, parts, folder, name: 'out.mp4', gauges }, options)
    const out = path.join(folder, 'out.mp4')
    const picture = frameOf(probe, format)
    // The gauges are laid out for the cropped picture, not for the video's.
    const layout = layOutGauges(timedRide, { ...picture, units: 'metric', spans: parts })
    const shown = async (gauge: ReadGauge) => {
      const read = readerOf(layout, theme, gauge, shownGray, candidates[gauge])
      return (await boxPixels(out, numberBox(layout, gauge))).map(read)
    }
    const [numbers, speeds, forces] = [await numbersIn(out, picture), await shown('speed'), await shown('g')]
    expect(speeds).toHaveLength(frames)
    // The blurred picture of a gray video: a number would stand out of it.
    const contrast = (pixels: Buffer) => Math.max(...pixels) - Math.min(...pixels)
    const boxes = await boxPixels(out, numberBox(layout, 'speed'))
    for (const [i, pixels] of boxes.entries())
      if (i < titleFrames) expect(contrast(pixels), `title frame ${i}`).toBeLessThan(20)
      else expect(contrast(pixels), `frame ${i}`).toBeGreaterThan(100)
    let slow = 0
    const expectBetween = (value: number | undefined, near: string[], what: string) => {
      const around = near.map(Number)
      expect(value, what).toBeGreaterThanOrEqual(Math.min(...around))
      expect(value, what).toBeLessThanOrEqual(Math.max(...around))
    }
    for (const piece of pieces)
      for (let frame = 0; frame < piece.frames; frame++) {
        const i = piece.at + frame
        const moment = (numbers[i] as number) / fps
        const planned = momentAt(piece, frame)
        expect(Math.abs(moment - planned), `picture of frame ${i}`).toBeLessThanOrEqual(1 / fps + 1e-6)
        if (piece.slow && planned > piece.slow.from && planned < piece.slow.to) slow++
        // One frame of the video before and after.
        const near = [moment - 1 / fps, moment + 1 / fps].map(time => frameAt(timedRide, time))
        expectBetween(
          speeds[i],
          near.map(({ speed }) => readSpeed(speed ?? -1, 'metric')),
          `speed in frame ${i}`,
        )
        expectBetween(
          forces[i],
          near.map(({ g }) => readG(g ?? -1)),
          `g in frame ${i}`,
        )
      }
    expect(slow).toBeGreaterThan(30)
  },
)
