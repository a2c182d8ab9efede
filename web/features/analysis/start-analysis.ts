import { api } from '#contract/paths.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { texts } from './texts.ts'

/** Starts or retries the analysis; the same run is returned while one is going. `by`: which of the two calls does so. */
export const useStartAnalysis = (videoId: string, by: 'aiAnalyze' | 'aiProcess' = 'aiAnalyze') =>
  useAction({
    mutationFn: () => call(by, { params: { id: videoId } }),
    done: texts.toasts.started,
    failed: { title: texts.toasts.startFailed, otherwise: texts.toasts.startFailedOtherwise },
    refresh: [api.aiStatus(videoId), api.myVideos],
  })
