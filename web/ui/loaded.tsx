import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

/** What is needed of a query's result. */
export interface Read<T> {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
}

interface LoadedProps<T> {
  query: Read<T>
  skeleton: ReactNode
  /** the title of the error with its way to try again, or what is shown in its place */
  failed: string | ((retry: () => void) => ReactNode)
  /** where a read fails whose data came before: 'hidden' keeps the data, 'above' shows both, 'instead' the error */
  lateError?: 'hidden' | 'above' | 'instead'
  /** shown instead of data with nothing in it */
  empty?: ReactNode
  /** an empty list unless told otherwise */
  isEmpty?: (data: T) => boolean
  children: (data: T) => ReactNode
}

const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0

/** A query in each of its states: on its way, failed, empty, or its data. */
export function Loaded<T>({
  query: { data, error, refetch },
  skeleton,
  failed,
  lateError = 'hidden',
  empty,
  isEmpty = isEmptyList,
  children,
}: LoadedProps<T>) {
  const retry = () => void refetch()
  const failure =
    error &&
    (typeof failed === 'function' ? (
      failed(retry)
    ) : (
      <ErrorState title={failed} error={error} onRetry={retry} />
    ))
  if (data === undefined || (failure && lateError === 'instead')) return failure || skeleton
  return (
    <>
      {lateError === 'above' && failure}
      {empty !== undefined && isEmpty(data) ? empty : children(data)}
    </>
  )
}

/** Two reads that are shown together: both data, or the first error. */
export const together = <A, B>(a: Read<A>, b: Read<B>): Read<[A, B]> => ({
  data: a.data !== undefined && b.data !== undefined ? [a.data, b.data] : undefined,
  error: a.error ?? b.error,
  refetch: a.error ? a.refetch : b.refetch,
})
