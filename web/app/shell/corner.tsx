import { type KeyboardEvent, type PointerEvent, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { type CurrentUser, greetingName } from '#contract/accounts.ts'
import { isStaff } from '#contract/permissions.ts'
import { texts } from '#texts/app/shell.ts'
import { followLanguage } from '../../features/accounts/language.ts'
import { sendTimeZone } from '../../features/accounts/send-time-zone.ts'
import { Bell } from '../../features/notifications/bell.tsx'
import { local, viewKeys } from '../../lib/browser-storage.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { onIntent } from '../../ui/part/on-intent.ts'
import { dialogPart, part } from '../../ui/part/part.tsx'
import { Greeting, greetingLook } from './greeting.tsx'

const MenuList = dialogPart(() => import('./menu-list.tsx'))
/** Only staff load it; without it the link still works. */
const ReviewCounts = part(
  () => import('./review-counts.tsx'),
  () => null,
)
const UploadPill = part(() => import('../../features/upload/upload-pill.tsx'))

/** The bell and the account menu, in their own file because nothing on a page waits for them. */
export default function Corner() {
  const user = useUser()
  const { id, language } = user
  useEffect(() => {
    // Nothing waits for them: what fails is tried again with the next visit.
    sendTimeZone(id).catch(() => undefined)
    followLanguage({ language }).catch(() => undefined)
  }, [id, language])
  const [location] = useLocation()
  const [uploads, setUploads] = useState(false)
  // An upload is started on one page and shown on the next ones.
  useEffect(() => {
    if (location && local.get(viewKeys.keptUploads) !== null) setUploads(true)
  }, [location])
  return (
    <>
      <Suspense>{uploads && <UploadPill />}</Suspense>
      <Bell />
      <UserMenu user={user} />
      <Suspense>{isStaff(user.role) && <ReviewCounts />}</Suspense>
    </>
  )
}

/** The greeting chip, and the account's links, whose code is fetched when it is needed. */
function UserMenu({ user }: { user: CurrentUser }) {
  const [opened, setOpened] = useState<'pointer' | 'key' | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const list = useId()
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.ctrlKey) return
    // A press that opens it leaves the focus to the menu.
    if (!opened) event.preventDefault()
    setOpened(opened ? null : 'pointer')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return
    event.preventDefault()
    // An open menu has the focus, so a second key here comes while its code is on the way.
    setOpened('key')
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        id={id}
        aria-haspopup="menu"
        aria-expanded={opened !== null}
        aria-controls={opened ? list : undefined}
        aria-label={texts.menu({ name: greetingName(user) })}
        {...onIntent(MenuList)}
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
        className={`${greetingLook} max-sm:peer-[a]:max-w-24`}
      >
        <Greeting user={user} />
      </button>
      <Suspense>
        {opened && (
          <MenuList
            id={list}
            user={user}
            button={button}
            byKey={opened === 'key'}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
    </>
  )
}
