import { useInfiniteQuery } from '@tanstack/react-query'
import type { AiProcessedVideo } from '#contract/review.ts'
import { pagesQuery } from '../../lib/calls/pages.ts'

/** The selected video from the list, or fetched by itself if a link led to one that isn't in it. */
export function useListed(
  list: readonly AiProcessedVideo[],
  id: string | null,
  listIsThere: boolean,
): AiProcessedVideo | null {
  const inList = list.find(video => video.id === id)
  const alone = useInfiniteQuery({
    ...pagesQuery('aiProcessedVideos', { id: id ?? undefined }),
    enabled: listIsThere && id !== null && !inList,
  })
  return inList ?? (id ? alone.data?.pages[0]?.items[0] : null) ?? null
}
