import type { Probe } from '#server/core/media/probe.ts'
import { runMedia } from '#server/core/media/process.ts'
import { grayFramesCommand, graySize } from '../commands.ts'
import { coverTime } from '../thumbnail.ts'

/** Frames examined around a highlight's peak, seconds from it. */
const around = [0, -0.2, 0.2, -0.4, 0.4, -0.6, 0.6]
/** How much lower a frame at the end of that range scores than one at the peak. */
const lossAtEnd = 0.25
/** Number of frames examined over the whole video when no highlight provides one. */
const spread = 12

/** A moment that a cover could show: its peak and its bounds, seconds. */
export interface Peak {
  at: number
  start: number
  end: number
}

/** Pixels of the source that may be decoded at once: two frames of 4K, or seven of 1080p. */
const pixelsAtOnce = 16_600_000

/** A small gray picture of a frame, one byte per pixel, row by row. */
interface GrayFrame {
  pixels: Uint8Array
  width: number
  height: number
}

/** Mean brightness, 0 to 255: frames outside these limits show nothing. */
const exposure = { darkest: 30, best: 115, brightest: 228 }
/** Variance of the Laplacian below which a frame counts as blurred or empty. */
const blurred = 12

/**
 * A frame's quality, from its sharpness (variance of the Laplacian) and exposure.
 * @returns 0 for a frame that is black, white, empty or blurred; higher is better, without an upper limit
 */
export function qualityOf({ pixels, width, height }: GrayFrame): number {
  let brightness = 0
  for (const value of pixels) brightness += value
  brightness /= Math.max(1, pixels.length)
  if (brightness < exposure.darkest || brightness > exposure.brightest) return 0
  let sum = 0
  let squares = 0
  let count = 0
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const edge = 4 * pixels[i]! - pixels[i - 1]! - pixels[i + 1]! - pixels[i - width]! - pixels[i + width]!
      sum += edge
      squares += edge * edge
      count++
    }
  if (!count) return 0
  const variance = squares / count - (sum / count) ** 2
  if (variance < blurred) return 0
  const lit = 1 - Math.abs(brightness - exposure.best) / 160
  // The square root keeps a noisy picture from beating a well-lit one by grain alone.
  return Math.sqrt(variance) * Math.max(0.1, lit)
}

/** How good the frames at these moments are; 0 where there is none. */
async function qualitiesAt(
  file: string,
  probe: Probe,
  moments: readonly number[],
  signal?: AbortSignal,
): Promise<number[]> {
  if (!moments.length) return []
  const atOnce = Math.max(1, Math.floor(pixelsAtOnce / (probe.video.width * probe.video.height)))
  if (moments.length > atOnce)
    return [
      ...(await qualitiesAt(file, probe, moments.slice(0, atOnce), signal)),
      ...(await qualitiesAt(file, probe, moments.slice(atOnce), signal)),
    ]
  const chunks: Buffer[] = []
  await runMedia(grayFramesCommand(file, probe, moments), {
    signal,
    timeoutMs: 30_000 * moments.length,
    niceness: 5,
    onStdout: stdout => stdout.on('data', (chunk: Buffer) => chunks.push(chunk)),
  })
  const bytes = Buffer.concat(chunks)
  const { width, height } = graySize
  const size = width * height
  if (bytes.length === size * moments.length)
    return moments.map((_, i) =>
      qualityOf({ pixels: bytes.subarray(i * size, (i + 1) * size), width, height }),
    )
  if (moments.length === 1) return [0]
  // One of them has no frame, and the bytes don't say which.
  const alone: number[] = []
  for (const moment of moments) alone.push(...(await qualitiesAt(file, probe, [moment], signal)))
  return alone
}

/**
 * A video's cover frame: the sharpest, best exposed one around the peak of the first highlight with a frame
 * that is neither black nor blurred; otherwise the best one in the whole video. Each frame is read by ffmpeg
 * in its jail.
 * @param peaks best highlight first; empty before an analysis
 * @returns seconds; null when no frame of the video shows anything
 * @throws MediaProcessError; the signal's reason when aborted
 */
export async function chooseFrame(
  file: string,
  probe: Probe,
  peaks: readonly Peak[],
  signal?: AbortSignal,
): Promise<number | null> {
  const best = async (candidates: readonly { seconds: number; weight: number }[]) => {
    const moments = candidates.map(({ seconds }) => seconds)
    const qualities = await qualitiesAt(file, probe, moments, signal)
    let found: { seconds: number; worth: number } | null = null
    for (const [i, { seconds, weight }] of candidates.entries()) {
      const worth = weight * (qualities[i] as number)
      if (worth > (found?.worth ?? 0)) found = { seconds, worth }
    }
    return found?.seconds ?? null
  }
  const reach = Math.max(...around)
  for (const { at, start, end } of peaks) {
    const near = around
      .map(away => ({
        seconds: coverTime(at + away, probe),
        weight: 1 - (lossAtEnd * Math.abs(away)) / reach,
      }))
      .filter(({ seconds }) => seconds >= start - 0.05 && seconds <= end + 0.05)
    const found = await best(near)
    if (found !== null) return found
  }
  const length = probe.durationSeconds
  const everywhere = Array.from({ length: spread }, (_, i) => coverTime(((i + 0.5) / spread) * length, probe))
  return best([...new Set(everywhere)].map(seconds => ({ seconds, weight: 1 })))
}
