import { rename, rm } from 'node:fs/promises'
import { encode } from './encode.ts'
import { buttonPresses, rideTelemetry } from './instruments.ts'
import { appendTelemetry } from './mux.ts'
import { type Painting, paintFrames } from './picture/painting.ts'
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
  /** in a wide world: the factor that keeps its plain value */
  fixed?: Factor
  /** default 1280 × 720 at 30 frames a second, or at the wide world's frame rate */
  width?: number
  height?: number
  fps?: number
  /** width at which the picture is painted before scaling up; determines detail and rendering time */
  paintWidth?: number
  /** threads that paint; default 1 */
  threads?: number
  /** whether the file contains the camera's sensor data */
  telemetry: boolean
  /** whether the rider pressed the camera's button after good jumps; requires telemetry */
  buttonPresses?: boolean
  /** path of the MP4 */
  out: string
  onProgress?: (fraction: number) => void
}

function* paintHere(painter: Painter, { count, fps }: Painting) {
  for (let frame = 0; frame < count; frame++) {
    painter.paint(frame / fps)
    yield painter.canvas.data
  }
}

async function* withProgress(
  frames: ReturnType<typeof paintHere> | ReturnType<typeof paintFrames>,
  { count, fps }: Painting,
  onProgress: (fraction: number) => void,
) {
  let done = 0
  for await (const frame of frames) {
    if (done % Math.round(fps) === 0) onProgress(done / count)
    done++
    yield frame
  }
  onProgress(1)
}

/**
 * Renders a simulated ride as a camera would have recorded it: H.264, AAC, and optionally a GPMF track. The
 * file appears at `out` only once it is complete.
 * @returns the ground truth of the ride
 */
export async function renderRide(options: RenderOptions): Promise<RideTruth> {
  const { seed, kind, durationSeconds, world, fixed } = options
  const { width = 1280, height = 720, paintWidth = Math.min(480, width), threads = 1, out } = options
  const ride = rideTimeline(options)
  const { frameRate, compression, microphone } = ride.plan.world
  const fps = options.fps ?? frameRate ?? 30
  const partial = `${out}.part`
  const soundPath = `${out}.pcm`
  const paintHeight = 2 * Math.round((paintWidth * height) / width / 2)
  try {
    await writeSound(ride, soundPath)
    const painting = {
      width: paintWidth,
      height: paintHeight,
      fps,
      count: Math.round(durationSeconds * fps),
    }
    const frames =
      threads > 1
        ? paintFrames({ seed, kind, durationSeconds, world, fixed }, painting, threads)
        : paintHere(makePainter(ride, paintWidth, paintHeight), painting)
    await encode(
      {
        ...{ frameWidth: paintWidth, frameHeight: paintHeight, width, height, fps, compression },
        ...{ soundKbps: microphone.kbps, soundPath, out: partial },
      },
      withProgress(frames, painting, options.onProgress ?? (() => {})),
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
