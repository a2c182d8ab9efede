import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { sentenceOf } from '../../lib/api.ts'
import { call } from '../../lib/call.ts'
import { toast } from '../../lib/toast.ts'
import { texts } from './texts.ts'

/** Puts a changed video where it is shown. */
function showChanged(queries: QueryClient, changed: Video): Promise<void> {
  queries.setQueryData<Video>([api.video(changed.id)], changed)
  queries.setQueryData<Video[]>([api.myVideos], list =>
    list?.map(video => (video.id === changed.id ? changed : video)),
  )
  return queries.invalidateQueries({ queryKey: [api.myVideos] })
}

/** Puts the generated title, description and tags in the place of the video's own. */
export function useEnhanceMetadata(videoId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('enhanceMetadata', { params: { id: videoId } }),
    onSuccess: changed => {
      toast(texts.toasts.enhanced)
      return showChanged(queries, changed)
    },
    onError: error =>
      toast({
        title: texts.toasts.enhanceFailed,
        description: sentenceOf(error, texts.toasts.enhanceFailedOtherwise),
        variant: 'destructive',
      }),
  })
}

/** Gives the rider's own title, description and tags back. */
export function useUndoEnhance(videoId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('undoEnhance', { params: { id: videoId } }),
    onSuccess: changed => {
      toast(texts.toasts.undone)
      return showChanged(queries, changed)
    },
    onError: error =>
      toast({
        title: texts.toasts.undoFailed,
        description: sentenceOf(error, texts.toasts.undoFailedOtherwise),
        variant: 'destructive',
      }),
  })
}
