import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { texts } from './texts.ts'

/** Updates a changed video in every query that holds it. */
function showChanged(queries: QueryClient, changed: Video): void {
  queries.setQueryData<Video>([api.video(changed.id)], changed)
  queries.setQueryData<Video[]>([api.myVideos], list =>
    list?.map(video => (video.id === changed.id ? changed : video)),
  )
}

/** Replaces the video's title, description and tags with the generated ones. */
export function useEnhanceMetadata(videoId: string) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: () => call('enhanceMetadata', { params: { id: videoId } }),
    onDone: changed => showChanged(queries, changed),
    done: texts.toasts.enhanced,
    failed: { title: texts.toasts.enhanceFailed, otherwise: texts.toasts.enhanceFailedOtherwise },
    refresh: [api.myVideos],
  })
}

/** Restores the rider's own title, description and tags. */
export function useUndoEnhance(videoId: string) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: () => call('undoEnhance', { params: { id: videoId } }),
    onDone: changed => showChanged(queries, changed),
    done: texts.toasts.undone,
    failed: { title: texts.toasts.undoFailed, otherwise: texts.toasts.undoFailedOtherwise },
    refresh: [api.myVideos],
  })
}
