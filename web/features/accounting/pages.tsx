import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../../ui/loaded.tsx'
import { NextPage } from '../../ui/next-page.tsx'
import { rowsOf, Waiting } from '../../ui/skeleton.tsx'
import { texts } from './texts.ts'

/** A list that comes page by page, in each of its states. */
export function Pages({
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
      skeleton={<Waiting label={texts.loading} rows={rowsOf(4, 'h-14')} className="space-y-2.5" />}
      failed={failed}
      empty={<p className="py-6 text-center text-muted">{none}</p>}
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
