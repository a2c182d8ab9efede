import { useQuery } from '@tanstack/react-query'
import * as Popover from 'radix-ui/popover'
import type { RefObject } from 'react'
import { Link } from 'wouter'
import { texts } from '#texts/features/notifications.ts'
import { Button } from '../../ui/button.tsx'
import { useGivesBack } from '../../ui/part/gives-back.ts'
import { NotificationList } from './notification-list.tsx'
import { notificationsQuery, unreadIn, useMarkRead } from './notifications.ts'

const shown = 6

/** The latest notifications, below the bell. */
export default function BellPanel({
  id,
  button,
  onClose,
}: {
  id: string
  /** the bell */
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}) {
  const { data } = useQuery(notificationsQuery)
  const mark = useMarkRead()
  const givesBack = useGivesBack(button)
  return (
    <Popover.Root open onOpenChange={open => !open && onClose()}>
      <Popover.Anchor virtualRef={button} />
      <Popover.Portal>
        <Popover.Content
          id={id}
          {...givesBack}
          align="end"
          sideOffset={8}
          collisionPadding={12}
          aria-label={texts.title}
          className="z-50 flex max-h-[min(34rem,80dvh)] w-[min(26rem,calc(100vw-2.5rem))] animate-rise flex-col rounded-lg border border-line bg-raised shadow-float outline-none"
        >
          <div className="flex min-h-13 items-center justify-between gap-3 border-line border-b py-1.5 pr-2 pl-4">
            <p className="heading text-[1.375rem]">{texts.title}</p>
            {unreadIn(data) > 0 && (
              <Button variant="quiet" size="sm" onClick={() => mark.mutate(null)}>
                {texts.markAll}
              </Button>
            )}
          </div>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a press on one of the links in it closes the panel */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click as well */}
          <div
            className="overflow-y-auto overscroll-contain"
            onClick={event => (event.target as HTMLElement).closest('a') && onClose()}
          >
            {data?.length ? (
              <NotificationList compact notifications={data.slice(0, shown)} />
            ) : (
              <p className="px-4 py-8 text-center text-muted text-sm">{texts.empty}</p>
            )}
          </div>
          <Link
            href="/inbox"
            onClick={onClose}
            className="rounded-b-lg border-line border-t px-4 py-3 text-center font-semibold text-sm -outline-offset-2 hover:bg-ink/5"
          >
            {texts.all}
          </Link>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
