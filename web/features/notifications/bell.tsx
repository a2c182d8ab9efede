import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import * as Popover from 'radix-ui/popover'
import { useState } from 'react'
import { Link } from 'wouter'
import { Button } from '../../ui/button.tsx'
import { useLiveNotifications } from './live.ts'
import { NotificationList } from './notification-list.tsx'
import { notificationsQuery, unreadIn, useMarkRead } from './notifications.ts'
import { texts } from './texts.ts'

const shown = 6

/** The bell: the unread count, and a panel with the latest notifications. */
export function Bell() {
  useLiveNotifications()
  const { data } = useQuery(notificationsQuery)
  const [open, setOpen] = useState(false)
  const mark = useMarkRead()
  const unread = unreadIn(data)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={texts.bell(unread)}
        className="relative grid size-10 place-items-center rounded-full transition-colors hover:bg-ink/7"
      >
        <BellIcon aria-hidden="true" className="size-5" strokeWidth={1.9} />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="numeric absolute -top-0.5 -right-0.5 grid h-5 min-w-5 place-items-center rounded-full border-2 border-ground bg-accent px-1 font-bold text-[0.6875rem] text-on-accent leading-none"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          aria-label={texts.title}
          className="z-50 flex max-h-[min(34rem,80dvh)] w-[min(26rem,calc(100vw-2.5rem))] animate-rise flex-col rounded-lg border border-line bg-raised shadow-float outline-none"
        >
          <div className="flex min-h-13 items-center justify-between gap-3 border-line border-b py-1.5 pr-2 pl-4">
            <p className="heading text-[1.375rem]">{texts.title}</p>
            {unread > 0 && (
              <Button variant="quiet" size="sm" onClick={() => mark.mutate(null)}>
                {texts.markAll}
              </Button>
            )}
          </div>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a press on one of the links in it closes the panel */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click as well */}
          <div
            className="overflow-y-auto overscroll-contain"
            onClick={event => (event.target as HTMLElement).closest('a') && setOpen(false)}
          >
            {data?.length ? (
              <NotificationList compact notifications={data.slice(0, shown)} />
            ) : (
              <p className="px-4 py-8 text-center text-muted text-sm">{texts.empty}</p>
            )}
          </div>
          <Link
            href="/inbox"
            onClick={() => setOpen(false)}
            className="rounded-b-lg border-line border-t px-4 py-3 text-center font-semibold text-sm -outline-offset-2 hover:bg-ink/5"
          >
            {texts.all}
          </Link>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
