import { api } from '#contract/paths.ts'
import { sendBytes } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { texts } from './texts.ts'

/** Sends the telemetry of an original to its compressed copy; the server then analyses the video anew. */
export const useAddTelemetry = (videoId: string) =>
  useAction({
    mutationFn: (excerpt: Blob) => sendBytes('addTelemetry', { id: videoId }, excerpt),
    done: texts.toasts.added,
    failed: { title: texts.toasts.failed, otherwise: texts.toasts.failedOtherwise },
    refresh: [api.aiStatus(videoId), api.myVideos],
  })
