import { type KeyboardEvent, type PointerEvent, Suspense, useId, useRef, useState } from 'react'
import { type CurrentUser, greetingName } from '#contract/accounts.ts'
import { onIntent } from '../../ui/part/on-intent.ts'
import { dialogPart } from '../../ui/part/part.tsx'
import { Greeting, greetingLook } from './greeting.tsx'
import { texts } from './texts.ts'

const MenuList = dialogPart(() => import('./menu-list.tsx'))

/** The greeting chip, and the account's links, whose code is fetched when it is needed. */
export function UserMenu({ user }: { user: CurrentUser }) {
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
        aria-label={texts.menu(greetingName(user))}
        {...onIntent(MenuList)}
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
        className={greetingLook}
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
