import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import { sentenceOf } from '../../lib/api.ts'
import { call } from '../../lib/call.ts'
import { toast } from '../../lib/toast.ts'
import { texts } from './texts.ts'

/** Starts or retries the analysis; the same run is returned while one is going. `by`: which of the two calls does so. */
export function useStartAnalysis(videoId: string, by: 'aiAnalyze' | 'aiProcess' = 'aiAnalyze') {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(by, { params: { id: videoId } }),
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
