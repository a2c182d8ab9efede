import type { Highlight } from '#contract/analysis.ts'
import type { JobContext } from '#server/platform/jobs/jobs.ts'
import type { Probe } from '#server/platform/media/probe.ts'
import { MediaProcessError } from '#server/platform/media/process.ts'
import { chooseFrame, type Peak } from '#server/streaming/index.ts'

/** So many highlights are tried: when the frames of the best one show nothing, the next one gives the cover. */
const tried = 3

/** The peaks of the best highlights, the highest score first. */
export function peaksOf(highlights: readonly Highlight[]): Peak[] {
  return highlights
    .toSorted((a, b) => b.score - a.score || a.start - b.start)
    .slice(0, tried)
    .map(({ start, end, evidence }) => ({ at: evidence[0]?.core ?? (start + end) / 2, start, end }))
}

/**
 * The frame that stands for a video until somebody chooses another.
 * @param highlights none before an analysis
 * @returns seconds; null when no frame shows anything or none could be read, which the log says
 */
export async function measureCover(
  { file, probe, highlights }: { file: string; probe: Probe; highlights: readonly Highlight[] },
  { signal, log }: Pick<JobContext, 'signal' | 'log'>,
): Promise<number | null> {
  try {
    return await chooseFrame(file, probe, peaksOf(highlights), signal)
  } catch (error) {
    if (!(error instanceof MediaProcessError)) throw error
    // A missing cover is no reason to fail an analysis.
    log.warn({ err: error, detail: error.detail.slice(-500) }, 'no cover could be measured')
    return null
  }
}
