import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { aiStartAnswer } from '#contract/videos.ts'
import { request, sentenceOf } from '../../lib/api.ts'
import { toast } from '../../lib/toast.ts'
import { texts } from './texts.ts'

/** Starts or retries the analysis; the same run is returned while one is going. `path`: of the two calls that do so. */
export function useStartAnalysis(videoId: string, path: string = api.aiAnalyze(videoId)) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => request<z.infer<typeof aiStartAnswer>>('POST', path),
    onSuccess: async () => {
      toast(texts.toasts.started)
      await Promise.all([
        queries.invalidateQueries({ queryKey: [api.aiStatus(videoId)] }),
        queries.invalidateQueries({ queryKey: [api.myVideos] }),
      ])
    },
    onError: error =>
      toast({
        title: texts.toasts.startFailed,
        description: sentenceOf(error, texts.toasts.startFailedOtherwise),
        variant: 'destructive',
      }),
  })
}
