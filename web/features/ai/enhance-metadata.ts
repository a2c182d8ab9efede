import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { request, sentenceOf } from '../../lib/api.ts'
import { toast } from '../../lib/toast.ts'
import { texts } from './texts.ts'

/** Puts the generated title, description and tags in the place of the video's own. */
export function useEnhanceMetadata(videoId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => request<Video>('POST', api.enhanceMetadata(videoId)),
    onSuccess: async changed => {
      toast(texts.toasts.enhanced)
      queries.setQueryData<Video[]>([api.myVideos], list =>
        list?.map(video => (video.id === changed.id ? changed : video)),
      )
      await queries.invalidateQueries({ queryKey: [api.myVideos] })
    },
    onError: error =>
      toast({
        title: texts.toasts.enhanceFailed,
        description: sentenceOf(error, texts.toasts.enhanceFailedOtherwise),
        variant: 'destructive',
      }),
  })
}
