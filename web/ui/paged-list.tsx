import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { texts } from '#texts/ui.ts'
import { Button } from './button.tsx'
import { Loaded } from './loaded.tsx'
import { rowsOf, Waiting } from './skeleton.tsx'

/**
 * A list that is loaded page by page: waiting, failed, empty, or its rows with the button for the next page.
 * @param variant 'page' for the list a page is about, 'inside' for a smaller one within a card
 */
export function PagedList({
  query,
  count,
  failed,
  none,
  variant,
  children,
}: {
  query: UseInfiniteQueryResult<InfiniteData<unknown>>
  count: number
  failed: string
  none: string
  variant: 'page' | 'inside'
  children: ReactNode
}) {
  const inside = variant === 'inside'
  return (
    <Loaded
      query={query}
      skeleton={
        <Waiting
          label={texts.loading}
          rows={inside ? rowsOf(4, 'h-14') : rowsOf(6, 'h-17')}
          className="space-y-2.5"
        />
      }
      failed={failed}
      // An empty list that can't be refetched would look as if there were nothing.
      lateError={count === 0 ? 'instead' : 'hidden'}
      empty={
        <p
          className={
            inside
              ? 'py-6 text-center text-muted'
              : 'rounded-xl border border-line border-dashed px-5 py-10 text-center font-semibold'
          }
        >
          {none}
        </p>
      }
      isEmpty={() => count === 0}
    >
      {() => (
        <>
          {children}
          <NextPage query={query} label={texts.more} />
        </>
      )}
    </Loaded>
  )
}

/** The button for a list's next page; nothing after the last one. */
export const NextPage = ({
  query,
  label,
}: {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  label: string
}) =>
  query.hasNextPage && (
    <div className="mt-4 text-center">
      <Button variant="outline" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {label}
      </Button>
    </div>
  )
