import { useQuery } from '@tanstack/react-query'
import type { Notification } from '#contract/notifications.ts'
import { texts } from '#texts/features/notifications.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { rowsOf, Waiting } from '../../ui/skeleton.tsx'
import { NotificationList } from './notification-list.tsx'
import { notificationsQuery, unreadIn, useMarkRead } from './notifications.ts'

/** All notifications, with a button to mark them all as read. */
export function Inbox() {
  return (
    <Loaded
      query={useQuery(notificationsQuery)}
      skeleton={<Waiting label={texts.loading} rows={rowsOf(3, 'h-18')} className="space-y-3" />}
      failed={texts.failed}
      empty={
        <EmptyState title={texts.empty} heading="p" seed={31}>
          {texts.emptyText}
        </EmptyState>
      }
    >
      {notifications => <Notifications notifications={notifications} />}
    </Loaded>
  )
}

function Notifications({ notifications }: { notifications: readonly Notification[] }) {
  const mark = useMarkRead()
  const unread = unreadIn(notifications)
  return (
    <div>
      <div className="mb-3 flex min-h-9 items-center justify-between gap-4">
        <p className="numeric text-muted text-sm">{unread > 0 && texts.unreadCount({ count: unread })}</p>
        {unread > 0 && (
          <Button variant="outline" size="sm" busy={mark.isPending} onClick={() => mark.mutate(null)}>
            {texts.markAll}
          </Button>
        )}
      </div>
      <div className="overflow-hidden rounded-xl border border-line bg-surface">
        <NotificationList notifications={notifications} />
      </div>
    </div>
  )
}
