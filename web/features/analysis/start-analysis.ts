import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/analysis.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'

/** Starts or retries the analysis; returns the running one if there is one. `by`: which of the two calls is used. */
export const useStartAnalysis = (videoId: string, by: 'aiAnalyze' | 'aiProcess' = 'aiAnalyze') =>
  useAction({
    mutationFn: () => call(by, { params: { id: videoId } }),
    done: texts.toasts.started,
    failed: { title: texts.toasts.startFailed, otherwise: texts.toasts.startFailedOtherwise },
    refresh: [api.aiStatus(videoId), api.myVideos],
  })
