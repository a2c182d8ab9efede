import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import { call } from '../../lib/calls/call.ts'

/**
 * What the analysis found. Asked only once it is completed, and anew for every run of it.
 * @param completedAt when the run ended (`aiProcessingCompleted`); null while there is none
 */
export const aiHighlightsQuery = (videoId: string, completedAt: string | null | undefined) =>
  queryOptions({
    queryKey: [api.aiHighlights(videoId), completedAt ?? null] as const,
    queryFn: ({ signal }) => call('aiHighlights', { params: { id: videoId }, signal }),
    enabled: !!completedAt,
  })
