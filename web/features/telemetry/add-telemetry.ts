import { useMutation } from '@tanstack/react-query'
import { api } from '#contract/paths.ts'
import { sendBytes } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { readTelemetryOf } from './read-telemetry.ts'
import { texts } from './texts.ts'

/** Sends the chosen original's telemetry; lives outside the card, which unmounts when its tab closes. */
export const useTelemetryChoice = (videoId: string) => ({
  reading: useMutation({ mutationFn: readTelemetryOf }),
  adding: useAddTelemetry(videoId),
})
export type TelemetryChoice = ReturnType<typeof useTelemetryChoice>

/** Sends the telemetry of an original to its compressed copy; the server then analyzes the video again. */
const useAddTelemetry = (videoId: string) =>
  useAction({
    mutationFn: (excerpt: Blob) => sendBytes('addTelemetry', { id: videoId }, excerpt),
    done: texts.toasts.added,
    failed: { title: texts.toasts.failed, otherwise: texts.toasts.failedOtherwise },
    refresh: [api.aiStatus(videoId), api.myVideos],
  })
