import { queryOptions } from '@tanstack/react-query'
import { streamPollMs } from '#contract/constants.ts'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { read } from '../../lib/query-client.ts'
import { isMoving } from './rules.ts'

/** The same videos as the enhanced dashboard asks for them. */
export const myVideosDetailedQuery = queryOptions({
  queryKey: [api.myVideosDetailed],
  queryFn: read<Video[]>(),
  refetchOnMount: 'always',
  refetchInterval: query => (query.state.data?.some(isMoving) ? streamPollMs : false),
})
