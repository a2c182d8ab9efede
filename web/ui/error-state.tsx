import { texts } from '#texts/ui.ts'
import { ApiError, sentenceOf } from '../lib/calls/api.ts'
import { RetryAlert } from './alert.tsx'

/** A failed read: the server's sentence or ours, and a button to retry. */
export function ErrorState({
  title,
  error,
  onRetry,
}: {
  title: string
  error: unknown
  onRetry: () => void
}) {
  return (
    <RetryAlert title={title} onRetry={onRetry}>
      {sentenceOf(error, error instanceof ApiError ? texts.serverFailed : texts.connectionFailed)}
    </RetryAlert>
  )
}
