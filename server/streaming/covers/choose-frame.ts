import type { Probe } from '#server/platform/media/probe.ts'
import { runMedia } from '#server/platform/media/process.ts'
import { grayFrameCommand, graySize } from '../commands.ts'
import { coverTime } from '../thumbnail.ts'
import { qualityOf } from './frame-quality.ts'

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

async function qualityAt(file: string, probe: Probe, seconds: number, signal?: AbortSignal): Promise<number> {
  const chunks: Buffer[] = []
  await runMedia(grayFrameCommand(file, probe, seconds), {
    signal,
    timeoutMs: 30_000,
    niceness: 5,
    onStdout: stdout => stdout.on('data', (chunk: Buffer) => chunks.push(chunk)),
  })
  const pixels = Buffer.concat(chunks)
  const { width, height } = graySize
  return pixels.length === width * height ? qualityOf({ pixels, width, height }) : 0
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
    let found: { seconds: number; worth: number } | null = null
    for (const { seconds, weight } of candidates) {
      const worth = weight * (await qualityAt(file, probe, seconds, signal))
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
