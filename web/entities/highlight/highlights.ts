import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import { call } from '../../lib/calls/call.ts'

/**
 * The analysis results. Fetched only once it has completed, and again for every run.
 * @param completedAt when the run ended (`aiProcessingCompleted`); null if none has
 */
export const aiHighlightsQuery = (videoId: string, completedAt: string | null | undefined) =>
  queryOptions({
    queryKey: [api.aiHighlights(videoId), completedAt ?? null] as const,
    queryFn: ({ signal }) => call('aiHighlights', { params: { id: videoId }, signal }),
    enabled: !!completedAt,
  })
