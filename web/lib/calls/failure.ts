import { type ToastContent, toast } from '../toast.ts'
import { ApiError, isUnauthorized } from './api.ts'

/** Tells of a failed action; of a lost session the query client has told already, and its words stay. */
export function toastFailure(error: unknown, content: ToastContent): void {
  if (!isUnauthorized(error)) toast({ variant: 'destructive', ...content })
}

/** Somebody else was faster, or a rule of the house forbids it: the server's sentence says which. */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409
