import type { Evidence, Highlight } from '#contract/analysis.ts'
import type { JobContext } from '#server/core/jobs/definition.ts'
import type { Probe } from '#server/core/media/probe.ts'
import { MediaProcessError } from '#server/core/media/process.ts'
import { chooseFrame, type Peak } from '#server/streaming/index.ts'

/**
 * How many highlights are tried: when the frames of the best one show nothing, the next one provides the
 * cover.
 */
const tried = 3

type Moment = Pick<Highlight, 'score' | 'start' | 'end'> & { evidence: readonly Pick<Evidence, 'core'>[] }

/** The peaks of the best highlights, by descending score. */
export function peaksOf(highlights: readonly Moment[]): Peak[] {
  return highlights
    .toSorted((a, b) => b.score - a.score || a.start - b.start)
    .slice(0, tried)
    .map(({ start, end, evidence }) => ({ at: evidence[0]?.core ?? (start + end) / 2, start, end }))
}

/**
 * A video's cover frame until someone chooses another.
 * @param highlights empty before an analysis
 * @returns seconds; null when no frame shows anything or none could be read, which is logged
 */
export async function measureCover(
  { file, probe, highlights }: { file: string; probe: Probe; highlights: readonly Moment[] },
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
