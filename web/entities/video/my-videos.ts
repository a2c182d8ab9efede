import { queryOptions } from '@tanstack/react-query'
import { streamPollMs } from '#contract/constants.ts'
import { reading } from '../../lib/calls/call.ts'
import { isMoving } from './rules.ts'

/** The creator's own videos, newest first; asked again only while one of them is on its way. */
export const myVideosQuery = queryOptions({
  ...reading('myVideos'),
  // Reviewers move videos on: whoever comes back to the list sees it at once, and then as it is now.
  refetchOnMount: 'always',
  refetchInterval: query => (query.state.data?.some(isMoving) ? streamPollMs : false),
})
