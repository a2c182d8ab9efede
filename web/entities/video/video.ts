import { queryOptions } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { read } from '../../lib/query-client.ts'

/** One video as it stands; asked anew whenever it is looked at, because reviewers and workers change it. */
export const videoQuery = (id: string) =>
  queryOptions({ queryKey: [api.video(id)], queryFn: read<Video>(), refetchOnMount: 'always' })
