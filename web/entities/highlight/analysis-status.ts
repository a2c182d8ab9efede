import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { aiStatusAnswer } from '#contract/videos.ts'
import { reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'

export type AiStatusAnswer = z.infer<typeof aiStatusAnswer>

const isRunning = (answer: AiStatusAnswer | undefined) =>
  answer?.aiProcessingStatus === 'processing' || answer?.aiProcessingStatus === 'pending'

/**
 * The state of a video's analysis. Polled while it runs, and while it is about to start by itself.
 * @param pollMs 5000 in the panel, 3000 beside an upload, as in the contract
 * @param expected the analysis is about to start, so 'not started' is polled too
 */
export const aiStatusQuery = (videoId: string, pollMs: number, expected = false) =>
  queryOptions({
    ...reading('aiStatus', { params: { id: videoId } }),
    // It changes on the server, so the cached state is shown and refetched.
    ...fresh,
    refetchInterval: query => {
      const answer = query.state.data
      return isRunning(answer) || (expected && answer?.aiProcessingStatus === null) ? pollMs : false
    },
  })

/** When the available results were found; null while an analysis runs or none has completed. */
export const resultsOf = (answer: AiStatusAnswer | undefined): string | null =>
  answer?.completed ? (answer.aiProcessingCompleted ?? 'completed') : null
