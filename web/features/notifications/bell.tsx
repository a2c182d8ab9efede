import { useQuery } from '@tanstack/react-query'
import { Suspense, useId, useRef, useState } from 'react'
import { texts } from '#texts/features/notifications.ts'
import { Bell as BellIcon } from '../../ui/icons/bell.tsx'
import { onIntent } from '../../ui/part/on-intent.ts'
import { dialogPart } from '../../ui/part/part.tsx'
import { useLiveNotifications } from './live.ts'
import { notificationsQuery, unreadIn } from './notifications.ts'

const BellPanel = dialogPart(() => import('./bell-panel.tsx'))

/** The bell: the unread count, and a panel with the latest notifications, whose code is fetched when it is needed. */
export function Bell() {
  useLiveNotifications()
  const { data } = useQuery(notificationsQuery)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useId()
  const unread = unreadIn(data)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        aria-label={texts.bell({ unread })}
        onClick={() => setOpen(!open)}
        {...onIntent(BellPanel)}
        className="relative grid size-10 place-items-center rounded-full transition-colors hover:bg-ink/7 aria-expanded:bg-ink/7"
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
      </button>
      <Suspense>{open && <BellPanel id={panel} button={button} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
