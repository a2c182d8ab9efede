import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../../ui/loaded.tsx'
import { NextPage } from '../../ui/next-page.tsx'
import { rowsOf, Waiting } from '../../ui/skeleton.tsx'
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
  return (
    <Loaded
      query={query}
      skeleton={<Waiting label={texts.loading} rows={rowsOf(6, 'h-17')} className="space-y-2.5" />}
      failed={failed}
      lateError={count === 0 ? 'instead' : 'hidden'}
      empty={
        <p className="rounded-xl border border-line border-dashed px-5 py-10 text-center font-semibold">
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
