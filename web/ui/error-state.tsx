import { ApiError, sentenceOf } from '../lib/calls/api.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { texts } from './texts.ts'

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
    <Alert
      tone="danger"
      title={title}
      action={
        <Button variant="outline" size="sm" onClick={onRetry}>
          {texts.tryAgain}
        </Button>
      }
    >
      {sentenceOf(error, error instanceof ApiError ? texts.serverFailed : texts.connectionFailed)}
    </Alert>
  )
}
