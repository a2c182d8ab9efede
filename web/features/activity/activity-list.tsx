import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { ActivityEntry } from '#contract/admin.ts'
import { formatDateTime } from '../../lib/format.ts'
import { formatAgo } from '../../lib/format-ago.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Who did what, and when. @param page of what it was done to */
export function Deed({
  entry: { by, text, at },
  page = null,
}: {
  entry: Pick<ActivityEntry, 'by' | 'text' | 'at'>
  page?: string | null
}) {
  // The server doesn't know when the page is read.
  const hydrated = useHydrated()
  const exact = formatDateTime(at)
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5">
      <p className="min-w-0 flex-1 basis-72 break-words text-[0.9375rem]">
        <span className="font-semibold">{by}</span>{' '}
        {page ? (
          <Link href={page} className="rounded-sm underline decoration-line-strong underline-offset-2">
            {text}
          </Link>
        ) : (
          text
        )}
      </p>
      <time dateTime={at} title={exact} className="numeric text-muted text-sm">
        {hydrated ? formatAgo(at) : exact}
      </time>
    </div>
  )
}

/** Recent actions as sentences, newest first. */
export function ActivityList<K extends QueryKey>({
  query,
  none,
  failed,
}: {
  query: UseQueryOptions<ActivityEntry[], Error, ActivityEntry[], K>
  none: string
  failed: string
}) {
  return (
    <Loaded
      query={useQuery(query)}
      skeleton={<Skeleton className="h-32" />}
      failed={failed}
      empty={<p className="text-muted">{none}</p>}
    >
      {entries => (
        <ol className="divide-y divide-line border-line border-t">
          {entries.map(entry => (
            <li key={entry.id} className="py-2.5">
              <Deed entry={entry} />
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  )
}
