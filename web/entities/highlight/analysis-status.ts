import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { aiStatusAnswer } from '#contract/videos.ts'
import { reading } from '../../lib/calls/call.ts'

export type AiStatusAnswer = z.infer<typeof aiStatusAnswer>

const isRunning = (answer: AiStatusAnswer | undefined) =>
  answer?.aiProcessingStatus === 'processing' || answer?.aiProcessingStatus === 'pending'

/**
 * Where the analysis of a video stands. Asked again while it runs, and while it waits to: it starts by itself.
 * @param pollMs 5000 in the panel, 3000 beside an upload, as the contract has it
 * @param expected the analysis is about to be asked for, so that 'not started' is worth asking again too
 */
export const aiStatusQuery = (videoId: string, pollMs: number, expected = false) =>
  queryOptions({
    ...reading('aiStatus', { params: { id: videoId } }),
    // It changes without us: what was true when the panel was last open is shown, and asked again.
    refetchOnMount: 'always',
    refetchInterval: query => {
      const answer = query.state.data
      return isRunning(answer) || (expected && answer?.aiProcessingStatus === null) ? pollMs : false
    },
  })

/** When the results that there are were found; null while an analysis runs or none has been completed. */
export const resultsOf = (answer: AiStatusAnswer | undefined): string | null =>
  answer?.completed ? (answer.aiProcessingCompleted ?? 'completed') : null
