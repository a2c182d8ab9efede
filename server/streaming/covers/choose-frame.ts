import type { Probe } from '#server/platform/media/probe.ts'
import { runMedia } from '#server/platform/media/process.ts'
import { grayFrameCommand, graySize } from '../commands.ts'
import { coverTime } from '../thumbnail.ts'
import { qualityOf } from './frame-quality.ts'

/** Frames that are looked at around the peak of a highlight, seconds from it. */
const around = [0, -0.2, 0.2, -0.4, 0.4, -0.6, 0.6]
/** What a frame at the end of that stretch loses against one at the peak. */
const lossAtEnd = 0.25
/** Frames that are looked at over the whole video, where no highlight gives one. */
const spread = 12

/** A moment that a cover could show: its peak and its ends, seconds. */
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
 * The frame that stands for a video: the sharpest, best exposed one around the peak of the first moment that has one that
 * is neither black nor blurred; else the best one over the whole video. Each frame is read by ffmpeg in its jail.
 * @param peaks the best moment first; none before an analysis
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
