import { type ToastContent, toastError } from '../toast.ts'
import { ApiError, isUnauthorized } from './api.ts'

/** Shows a toast for a failed action. The query client already reported a lost session, and that toast stays. */
export function toastFailure(error: unknown, content: ToastContent): void {
  if (!isUnauthorized(error)) toastError(content)
}

/** Someone else was faster, or a rule forbids it: the server's sentence says which. */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409
