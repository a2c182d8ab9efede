import { queryOptions } from '@tanstack/react-query'
import { streamPollMs } from '#contract/constants.ts'
import { reading } from '../../lib/calls/call.ts'
import { fresh } from '../../lib/calls/fresh.ts'
import { isMoving } from './rules.ts'

/** The creator's own videos, newest first; polled only while one of them is uploading or processing. */
export const myVideosQuery = queryOptions({
  ...reading('myVideos'),
  // Reviewers change videos, so a returning rider sees the cached list first and then the current one.
  ...fresh,
  refetchInterval: query => (query.state.data?.some(isMoving) ? streamPollMs : false),
})

/** The same videos, fetched as the enhanced dashboard does. */
export const myVideosDetailedQuery = queryOptions({
  ...reading('myVideosDetailed'),
  ...fresh,
  refetchInterval: query => (query.state.data?.some(isMoving) ? streamPollMs : false),
})
