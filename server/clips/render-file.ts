import type { Readable } from 'node:stream'
import type { Clip } from '#contract/clips.ts'
import { layOutGauges } from '#gauges/index.ts'
import type { Probe } from '#server/platform/media/probe.ts'
import { runMedia } from '#server/platform/media/process.ts'
import { clipCommand } from './commands.ts'
import { planGauges } from './gauges/plan.ts'
import { drawInto } from './gauges/run-child.ts'
import { type BurnedIn, fpsOf, frameOf, type Part } from './rules.ts'

export interface ClipFile {
  file: string
  probe: Probe
  format: Clip['format']
  parts: Part[]
  /** the folder of the output file, and its name there */
  folder: string
  name: string
  /** burned in; none by default */
  gauges?: BurnedIn | null
}

export interface RenderOptions {
  signal: AbortSignal
  timeoutMs: number
  niceness?: number
  onStdout(stdout: Readable): void
}

/**
 * Renders a clip to a file. Its gauges are drawn by a process beside ffmpeg and read by ffmpeg as they are drawn.
 * @throws as runMedia; Error when the gauges could not be drawn
 */
export async function renderFile(wanted: ClipFile, options: RenderOptions): Promise<void> {
  const { gauges, probe, parts } = wanted
  const picture = frameOf(probe, wanted.format)
  const layout = gauges && layOutGauges(gauges.ride, { ...picture, units: gauges.choice.units, spans: parts })
  // A ride may have no data for any gauge.
  if (!gauges || !layout || Object.keys(layout.boxes).length === 0)
    return await runMedia(clipCommand({ ...wanted, gauges: null }), options)
  const plan = planGauges(layout, parts, fpsOf(probe))
  const failed = new AbortController()
  const signal = AbortSignal.any([options.signal, failed.signal])
  let drawing: Promise<void> = Promise.resolve()
  const media = runMedia(clipCommand({ ...wanted, gauges: plan }), {
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
