import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ActivityEntry } from '#contract/admin.ts'
import { formatDateTime } from '../../lib/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Who did what, and when. */
export const Deed = ({ entry: { by, text, at } }: { entry: Pick<ActivityEntry, 'by' | 'text' | 'at'> }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5">
    <p className="min-w-0 flex-1 basis-72 break-words text-[0.9375rem]">
      <span className="font-semibold">{by}</span> {text}
    </p>
    <time dateTime={at} className="numeric text-muted text-sm">
      {formatDateTime(at)}
    </time>
  </div>
)

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
