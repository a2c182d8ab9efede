import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/telemetry.ts'
import { ApiError, sentenceOf } from '../../lib/calls/api.ts'
import { sendBytes } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { readTelemetryOf } from './read-telemetry.ts'

/** Sends the chosen file's telemetry; lives outside the card, which unmounts when its tab closes. */
export function useTelemetryChoice(videoId: string) {
  const [otherDay, setOtherDay] = useState<string | null>(null)
  const reading = useMutation({ mutationFn: readTelemetryOf, onMutate: () => setOtherDay(null) })
  const adding = useAction({
    mutationFn: ({ bytes, anyway }: { bytes: Blob; anyway: boolean }) =>
      sendBytes(
        'addTelemetry',
        { params: { id: videoId }, ...(anyway ? { query: { otherDay: 'true' } } : {}) },
        bytes,
      ),
    done: texts.toasts.added,
    failed: error =>
      isOtherDay(error) ? null : { title: texts.toasts.failed, otherwise: texts.toasts.failedOtherwise },
    refresh: [api.aiStatus(videoId), api.myVideos],
    onDone: reading.reset,
    onFailed: error =>
      setOtherDay(isOtherDay(error) ? sentenceOf(error, texts.toasts.failedOtherwise) : null),
  })
  return {
    reading,
    adding,
    /** why the server asks before it takes the file; null: it doesn't */
    otherDay,
  }
}
export type TelemetryChoice = ReturnType<typeof useTelemetryChoice>

/** The ride and the video are of different days by their clocks. */
const isOtherDay = (error: Error): boolean =>
  error instanceof ApiError && error.code === 'conflict' && error.field === 'file'
