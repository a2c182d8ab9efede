import { progressCapWhileProcessing, progressStepWhileProcessing, streamPollMs } from '#contract/constants.ts'
import { readStreamStatus, type StreamStatus } from '../../../entities/video/stream-status.ts'
import { ApiError, isUnauthorized } from '../../../lib/calls/api.ts'

/** Many videos are playable within two seconds, so polling only every five would make riders wait. */
const eagerMs = 10_000
const eagerPollMs = 1000
/** A request without an answer for this long is lost with its connection; the next one opens a new connection. */
const answerMs = 15_000

export type ProcessingEnd =
  | { kind: 'ready'; streamId: string | null }
  | { kind: 'failed'; sentence: string | null }
  | { kind: 'unauthorized' }

/** The bar while the duration is unknown: a step for each answer 'in progress', up to the cap. */
export const nextProgress = (progress: number): number =>
  Math.min(progress + progressStepWhileProcessing, progressCapWhileProcessing)

/** What an answer means for the waiting rider; null to keep polling. */
export function endOf(status: StreamStatus): ProcessingEnd | null {
  if (status.status === 'failed' || status.cfProcessingStatus === 'error')
    return { kind: 'failed', sentence: status.processingError }
  if (status.cfReadyToStream || status.cfProcessingStatus === 'ready')
    return { kind: 'ready', streamId: status.cfStreamId }
  return null
}

/** Pauses; ends early when aborted. */
export const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * Polls until the video can be played or has failed: at once, every second at first, then every streamPollMs.
 * A lost connection says nothing about the video: it keeps polling.
 * @returns null when aborted
 */
export async function watchProcessing(
  videoId: string,
  options: { signal: AbortSignal; onProgress: (progress: number) => void },
): Promise<ProcessingEnd | null> {
  const begun = performance.now()
  let progress = 0
  while (!options.signal.aborted) {
    try {
      const status = await readStreamStatus(
        videoId,
        AbortSignal.any([options.signal, AbortSignal.timeout(answerMs)]),
      )
      const end = endOf(status)
      if (end) return options.signal.aborted ? null : end
      progress = nextProgress(progress)
      options.onProgress(progress)
    } catch (error) {
      if (isUnauthorized(error)) return { kind: 'unauthorized' }
      if (error instanceof ApiError && error.status === 404)
        return { kind: 'failed', sentence: error.sentence }
    }
    await pause(performance.now() - begun < eagerMs ? eagerPollMs : streamPollMs, options.signal)
  }
  return null
}
