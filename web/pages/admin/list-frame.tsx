import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { texts } from './texts.ts'

/** A list that comes page by page: waiting, failed, empty, or its rows with the way to the next page. */
export function ListFrame({
  query,
  count,
  failed,
  none,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<unknown>>
  count: number
  failed: string
  none: string
  children: ReactNode
}) {
  if (query.isPending)
    return (
      <div role="status" className="space-y-2.5">
        <span className="sr-only">{texts.loading}</span>
        {[1, 2, 3, 4, 5, 6].map(row => (
          <Skeleton key={row} className="h-17" />
        ))}
      </div>
    )
  if (query.isError && count === 0)
    return <ErrorState title={failed} error={query.error} onRetry={() => void query.refetch()} />
  if (count === 0)
    return (
      <p className="rounded-xl border border-line border-dashed px-5 py-10 text-center font-semibold">
        {none}
      </p>
    )
  return (
    <>
      {children}
      {query.hasNextPage && (
        <div className="mt-4 text-center">
          <Button
            variant="outline"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {texts.more}
          </Button>
        </div>
      )}
    </>
  )
}
