import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NotificationList } from './notification-list.tsx'
import { notificationsQuery, unreadIn, useMarkRead } from './notifications.ts'
import { texts } from './texts.ts'

/** All notifications, with one press to mark them all. */
export function Inbox() {
  const { data, isPending, isError, error, refetch } = useQuery(notificationsQuery)
  const mark = useMarkRead()
  if (isPending)
    return (
      <div role="status" className="space-y-3">
        <span className="sr-only">{texts.loading}</span>
        {[1, 2, 3].map(row => (
          <Skeleton key={row} className="h-18" />
        ))}
      </div>
    )
  if (isError && !data)
    return <ErrorState title={texts.failed} error={error} onRetry={() => void refetch()} />
  if (!data?.length)
    return (
      <EmptyState title={texts.empty} heading="p" seed={31}>
        {texts.emptyText}
      </EmptyState>
    )
  const unread = unreadIn(data)
  return (
    <div>
      <div className="mb-3 flex min-h-9 items-center justify-between gap-4">
        <p className="numeric text-muted text-sm">{unread > 0 && `${unread} unread`}</p>
        {unread > 0 && (
          <Button variant="outline" size="sm" busy={mark.isPending} onClick={() => mark.mutate(null)}>
            {texts.markAll}
          </Button>
        )}
      </div>
      <div className="overflow-hidden rounded-xl border border-line bg-surface">
        <NotificationList notifications={data} />
      </div>
    </div>
  )
}
