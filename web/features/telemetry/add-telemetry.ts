import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import { sentenceOf } from '../../lib/api.ts'
import { sendBytes } from '../../lib/call.ts'
import { toast } from '../../lib/toast.ts'
import { texts } from './texts.ts'

/** Sends the telemetry of an original to its compressed copy; the server then analyses the video anew. */
export function useAddTelemetry(videoId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (excerpt: Blob) => sendBytes('addTelemetry', { id: videoId }, excerpt),
    onSuccess: async () => {
      toast(texts.toasts.added)
      await Promise.all([
        queries.invalidateQueries({ queryKey: [api.aiStatus(videoId)] }),
        queries.invalidateQueries({ queryKey: [api.myVideos] }),
      ])
    },
    onError: error =>
      toast({
        title: texts.toasts.failed,
        description: sentenceOf(error, texts.toasts.failedOtherwise),
        variant: 'destructive',
      }),
  })
}
