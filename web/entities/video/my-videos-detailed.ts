import { queryOptions } from '@tanstack/react-query'
import { streamPollMs } from '#contract/constants.ts'
import { reading } from '../../lib/calls/call.ts'
import { isMoving } from './rules.ts'

/** The same videos, fetched as the enhanced dashboard does. */
export const myVideosDetailedQuery = queryOptions({
  ...reading('myVideosDetailed'),
  refetchOnMount: 'always',
  refetchInterval: query => (query.state.data?.some(isMoving) ? streamPollMs : false),
})
