import type { Readable } from 'node:stream'
import type { Clip } from '#contract/clips.ts'
import { reelFps } from '#contract/reels/limits.ts'
import { momentAt } from '#contract/reels/timeline.ts'
import { layOutGauges } from '#gauges/index.ts'
import type { MediaCommand } from '#server/core/media/command.ts'
import type { Probe } from '#server/core/media/probe.ts'
import { runMedia } from '#server/core/media/process.ts'
import { clipCommand } from './commands.ts'
import { type GaugePlan, planGauges, type Stretch } from './gauges/plan.ts'
import { drawInto } from './gauges/run-child.ts'
import { prepareReel, reelCommand } from './reel/reel-command.ts'
import { type BurnedIn, fpsOf, frameOf, type Part, type ReelRecipe } from './rules.ts'

export interface ClipFile {
  file: string
  probe: Probe
  format: Clip['format']
  /** a person's reel; null: the parts one after another */
  recipe?: ReelRecipe | null
  parts: Part[]
  /** the folder of the output file, and its name there */
  folder: string
  name: string
  /** the file of the recipe's own music */
  music?: string
  /** burned in; none by default */
  gauges?: Pick<BurnedIn, 'choice' | 'ride'> | null
}

export interface RenderOptions {
  signal: AbortSignal
  timeoutMs: number
  niceness?: number
  onStdout(stdout: Readable): void
}

/** Which moments the frames of the output show, for the gauges. */
function stretchesOf({ recipe, parts, probe }: ClipFile): { fps: number; stretches: Stretch[] } {
  if (recipe) {
    const stretches = recipe.pieces.map(piece => ({
      frames: piece.frames,
      momentAt: (frame: number) => momentAt(piece, frame),
    }))
    return { fps: reelFps, stretches }
  }
  const fps = fpsOf(probe)
  const stretches = parts.map(({ start, end }) => ({
    // One more, because the source decides how many there are.
    frames: (end - start) * fps + 1,
    momentAt: (frame: number) => start + frame / fps,
  }))
  return { fps, stretches }
}

function commandFor(wanted: ClipFile, gauges: GaugePlan | null): MediaCommand {
  const { recipe } = wanted
  return recipe ? reelCommand({ ...wanted, recipe, gauges }) : clipCommand({ ...wanted, gauges })
}

/**
 * Renders a clip or a reel to a file. Its gauges are drawn by a process beside ffmpeg and read by ffmpeg as they are
 * drawn.
 * @throws as runMedia; Error when the gauges could not be drawn
 */
export async function renderFile(wanted: ClipFile, options: RenderOptions): Promise<void> {
  const { gauges, probe, parts, recipe } = wanted
  if (recipe) await prepareReel({ ...wanted, recipe, gauges: null }, options.signal)
  const picture = frameOf(probe, wanted.format)
  const layout = gauges && layOutGauges(gauges.ride, { ...picture, units: gauges.choice.units, spans: parts })
  // A ride may have no data for any gauge.
  if (!gauges || !layout || Object.keys(layout.boxes).length === 0)
    return await runMedia(commandFor(wanted, null), options)
  const { fps, stretches } = stretchesOf(wanted)
  const plan = planGauges(layout, stretches, fps)
  const failed = new AbortController()
  const signal = AbortSignal.any([options.signal, failed.signal])
  let drawing: Promise<void> = Promise.resolve()
  const media = runMedia(commandFor(wanted, plan), {
    ...options,
    signal,
    feed: stdin => {
      const { ride, choice } = gauges
      const { width, height } = picture
      drawing = drawInto(stdin, { ride, choice, picture: { width, height }, spans: parts, plan }, signal)
      // A clip whose gauges stopped halfway must not be kept.
      drawing.catch(error => failed.abort(error))
    },
  })
  const [made, drawn] = await Promise.allSettled([media, media.catch(() => undefined).then(() => drawing)])
  // A media error comes first, because the drawing process then only lost its pipe.
  if (made.status === 'rejected') throw made.reason
  if (drawn.status === 'rejected') throw drawn.reason
}
