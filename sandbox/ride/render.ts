import { rename, rm } from 'node:fs/promises'
import { encode } from './encode.ts'
import { buttonPresses, rideTelemetry } from './instruments.ts'
import { appendTelemetry } from './mux.ts'
import { makePainter, type Painter } from './picture.ts'
import { writeSound } from './sound.ts'
import { rideTimeline } from './timeline.ts'
import type { RideKind, RideTruth } from './truth.ts'
import type { Factor, WorldName } from './world/world.ts'

export interface RenderOptions {
  seed: number
  kind: RideKind
  durationSeconds: number
  /** default plain */
  world?: WorldName
  /** of a wide world: the factor that stays as in the plain one */
  fixed?: Factor
  /** default 1280 × 720 at 30 frames a second, or at the wide world's frame rate */
  width?: number
  height?: number
  fps?: number
  /** width in which the picture is painted before it is enlarged; the measure of detail and of time */
  paintWidth?: number
  /** whether the camera's sensors are recorded in the file */
  telemetry: boolean
  /** whether the rider pressed the camera's button after good jumps; needs telemetry */
  buttonPresses?: boolean
  /** path of the MP4 */
  out: string
  onProgress?: (fraction: number) => void
}

function* frames(painter: Painter, count: number, fps: number, onProgress: (fraction: number) => void) {
  for (let frame = 0; frame < count; frame++) {
    painter.paint(frame / fps)
    if (frame % Math.round(fps) === 0) onProgress(frame / count)
    yield painter.canvas.data
  }
}

/**
 * Renders a simulated ride as a camera would have recorded it: H.264, AAC, and a GPMF track when asked. The file
 * appears under `out` only when it is complete.
 * @returns what is really in the ride
 */
export async function renderRide(options: RenderOptions): Promise<RideTruth> {
  const { width = 1280, height = 720, paintWidth = Math.min(480, width), out } = options
  const ride = rideTimeline(options)
  const { frameRate, compression, microphone } = ride.plan.world
  const fps = options.fps ?? frameRate ?? 30
  const partial = `${out}.part`
  const soundPath = `${out}.pcm`
  const paintHeight = 2 * Math.round((paintWidth * height) / width / 2)
  try {
    await writeSound(ride, soundPath)
    const painter = makePainter(ride, paintWidth, paintHeight)
    await encode(
      {
        ...{ frameWidth: paintWidth, frameHeight: paintHeight, width, height, fps, compression },
        ...{ soundKbps: microphone.kbps, soundPath, out: partial },
      },
      frames(painter, Math.round(options.durationSeconds * fps), fps, options.onProgress ?? (() => {})),
    )
    if (options.telemetry)
      await appendTelemetry(partial, {
        ...rideTelemetry(ride),
        hiLights: options.buttonPresses ? buttonPresses(ride) : [],
      })
    await rename(partial, out)
  } finally {
    await Promise.all([rm(soundPath, { force: true }), rm(partial, { force: true })])
  }
  return ride.truth
}
