import { ApiError, sentenceOf } from '../lib/api.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

/** Something could not be read: the server's sentence or ours, and a way to try again. */
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
          Try again
        </Button>
      }
    >
      {sentenceOf(
        error,
        error instanceof ApiError
          ? 'The server could not answer. Nothing is lost; please try again in a moment.'
          : 'The connection to the server failed. Check your network and try again.',
      )}
    </Alert>
  )
}
