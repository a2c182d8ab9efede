import type { MediaSource } from '#server/core/media/command.ts'
import { type RunOptions, runMedia, withProbe } from '#server/core/media/process.ts'
import type { StreamChoice } from '#server/core/media/streams.ts'
import { clamp, median, movingMedian } from '../math.ts'
import type { PictureFeatures } from '../types.ts'
import { lookColumns, lookRows, lookSize } from './planes.ts'

/**
 * Motion from packet sizes, for files whose video is too costly to decode: with more motion, the encoder
 * needs more bytes between keyframes. It is only relative, so the video's median size counts as a calm drive.
 */
const calmFlow = 0.06
const largestFlow = 0.6

/** Mean bytes of the packets between keyframes per bin of 1/hz seconds. */
export class PacketBins {
  readonly #hz: number
  readonly #bytes: number[] = []
  readonly #counts: number[] = []

  constructor(hz: number) {
    this.#hz = hz
  }

  /** @param line "seconds,bytes,flags" as ffprobe prints a packet; lines without a time are ignored */
  add(line: string): void {
    const [time, size, flags] = line.split(',')
    const bin = Math.floor(Number(time) * this.#hz)
    if (!(bin >= 0) || !(Number(size) >= 0) || flags?.startsWith('K')) return
    this.#bytes[bin] = (this.#bytes[bin] ?? 0) + Number(size)
    this.#counts[bin] = (this.#counts[bin] ?? 0) + 1
  }

  /** Flow per bin in frame widths per second; 0 when unknown. */
  flow(length: number): Float32Array {
    const sizes = Float32Array.from({ length }, (_, i) =>
      this.#counts[i] ? this.#bytes[i]! / this.#counts[i]! : Number.NaN,
    )
    const middle = median(sizes)
    return sizes.map(size => (size > 0 && middle > 0 ? Math.min(largestFlow, (calmFlow * size) / middle) : 0))
  }
}

/**
 * Lists the packets of the chosen picture without decoding them (about 0.2 s per minute of video).
 * @throws MediaProcessError; the signal's reason when aborted
 */
export async function readPackets(
  source: MediaSource,
  { picture }: StreamChoice,
  hz: number,
  options: Pick<RunOptions, 'timeoutMs' | 'signal'>,
): Promise<PacketBins> {
  const bins = new PacketBins(hz)
  const entries = ['-show_entries', 'packet=pts_time,size,flags', '-of', 'csv=p=0']
  let rest = ''
  const take = (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) bins.add(line)
  }
  await withProbe(source, ['-select_streams', String(picture), ...entries], command =>
    runMedia(command, {
      ...options,
      onStdout: stdout => stdout.setEncoding('utf8').on('data', take),
    }),
  )
  return bins
}

/**
 * Mean change of the 16 × 9 picture between keyframes above which a ride is moving; a parked one has a
 * quarter of it.
 */
const underway = 0.02
const window = 8

/** Change of each frame's small picture since the previous one, luma only, 0 to 1. */
function changes(looks: Uint8Array): Float32Array {
  const cells = lookColumns * lookRows
  const out = new Float32Array(looks.length / lookSize)
  for (let frame = 1; frame < out.length; frame++) {
    let sum = 0
    for (let i = 0; i < cells; i++)
      sum += Math.abs(looks[frame * lookSize + i]! - looks[(frame - 1) * lookSize + i]!)
    out[frame] = sum / (cells * 255)
  }
  return out
}

/**
 * Replaces block motion, which is meaningless between keyframes, with motion from packet sizes. Sizes are
 * relative, so the differences between keyframes determine whether anything moves at all.
 */
export function moveByPackets(features: PictureFeatures, flow: Float32Array, hz: number): void {
  const seen = changes(features.looks)
  // Frames between keyframes repeat, so each uses the last change.
  let last = 0
  const held = seen.map(change => {
    if (change > 0) last = change
    return last
  })
  const usual = movingMedian(held, window * hz)
  features.flow = flow.map((value, i) => value * clamp((usual[i] ?? 0) / underway, 0.05, 1))
  for (const list of [
    features.flowX,
    features.flowY,
    features.spread,
    features.divergence,
    features.residual,
    features.motionColumns,
  ])
    list.fill(0)
}
