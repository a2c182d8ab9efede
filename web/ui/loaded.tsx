import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'

/** The part of a query's result that decides what is shown. */
export interface QueryState<T> {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
}

interface LoadedProps<T> {
  query: QueryState<T>
  skeleton: ReactNode
  /** the error's title, or what to show instead of an ErrorState */
  failed: string | ((retry: () => void) => ReactNode)
  /** when a refetch fails: 'hidden' keeps the data, 'above' shows the error above it, 'instead' only the error */
  lateError?: 'hidden' | 'above' | 'instead'
  /** shown if the data is empty */
  empty?: ReactNode
  /** default: an empty list counts as empty */
  isEmpty?: (data: T) => boolean
  children: (data: T) => ReactNode
}

const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0

/** Shows a query in each of its states: loading, failed with a retry, empty, or its data. */
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

/** Two queries shown together: both answers, or the first error. */
export const together = <A, B>(a: QueryState<A>, b: QueryState<B>): QueryState<[A, B]> => ({
  data: a.data !== undefined && b.data !== undefined ? [a.data, b.data] : undefined,
  error: a.error ?? b.error,
  refetch: a.error ? a.refetch : b.refetch,
})
