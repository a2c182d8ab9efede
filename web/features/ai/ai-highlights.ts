import { queryOptions } from '@tanstack/react-query'
import type { AiHighlightsAnswer } from '#contract/analysis.ts'
import { api } from '#contract/paths.ts'
import { read } from '../../lib/query-client.ts'

/** What the analysis found. Asked only once it is completed. */
export const aiHighlightsQuery = (videoId: string, completed: boolean) =>
  queryOptions({
    queryKey: [api.aiHighlights(videoId)],
    queryFn: read<AiHighlightsAnswer>(),
    enabled: completed,
  })
