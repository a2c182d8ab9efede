import { Menu } from 'radix-ui/internal'
import { type RefObject, useRef } from 'react'
import { Link } from 'wouter'
import { type CurrentUser, greetingName } from '#contract/accounts.ts'
import { texts } from '#texts/app/shell.ts'
import { ReviewCount } from '../../features/work/review-count.tsx'
import { cx } from '../../lib/cx.ts'
import { logOut } from '../../lib/session/sign-out.ts'
import { chooseTheme, type Theme, themes, useTheme } from '../../lib/theme.ts'
import { useGivesBack } from '../../ui/part/gives-back.ts'
import { barFor, menuFor, navigationFor } from '../access.ts'
import { routes } from '../routes.ts'

const item =
  'flex h-10 cursor-pointer select-none items-center gap-2.5 rounded-md px-3 outline-none data-highlighted:bg-ink/7'

/** The account's links and the colors. Not modal: Radix would write a style element to lock the page. */
export default function MenuList({
  id,
  user,
  button,
  byKey,
  onClose,
}: {
  id: string
  user: CurrentUser
  /** the greeting chip that opens it */
  button: RefObject<HTMLButtonElement | null>
  /** a key opened it, so the first link gets the focus */
  byKey: boolean
  onClose: () => void
}) {
  const theme = useTheme()
  const bar = barFor(routes, user.role)
  const givesBack = useGivesBack(button)
  const entered = useRef(!byKey)
  /** Radix does this only for a key that was pressed after its code was there. */
  const enter = (event: Event) => {
    if (entered.current) return
    entered.current = true
    event.preventDefault()
    const list = event.currentTarget as HTMLElement
    list.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
  }
  return (
    <Menu.Root open modal={false} onOpenChange={open => !open && onClose()}>
      <Menu.Anchor virtualRef={button} />
      <Menu.Portal>
        <Menu.Content
          id={id}
          aria-labelledby={button.current?.id}
          {...givesBack}
          onEntryFocus={enter}
          align="end"
          sideOffset={8}
          className="z-50 min-w-60 animate-rise rounded-lg border border-line bg-raised p-1.5 text-[0.9375rem] shadow-float"
        >
          <div className="px-3 pt-2 pb-2.5">
            <p className="font-semibold">{greetingName(user)}</p>
            <p className="truncate text-muted text-sm">{user.email}</p>
          </div>
          <Menu.Separator className="my-1 h-px bg-line" />
          {menuFor(routes, user.role).map(({ path, label }) => (
            <Menu.Item key={path} asChild>
              <Link href={path} className={item}>
                {label}
                {path === '/admin/ai-highlights' && <ReviewCount className="ml-auto" />}
              </Link>
            </Menu.Item>
          ))}
          {/* What the bottom bar has no room for. */}
          {navigationFor(routes, user.role)
            .filter(route => !bar.includes(route))
            .map(({ path, nav }) => (
              <Menu.Item key={path} asChild>
                <Link href={path} className={cx(item, 'lg:hidden')}>
                  {nav.label}
                </Link>
              </Menu.Item>
            ))}
          <Menu.Separator className="my-1 h-px bg-line" />
          <Menu.Label className="px-3 pt-1.5 pb-1 font-semibold text-muted text-xs">
            {texts.colors}
          </Menu.Label>
          <Menu.RadioGroup value={theme} onValueChange={value => chooseTheme(value as Theme)}>
            {themes.map(value => (
              <Menu.RadioItem
                key={value}
                value={value}
                className={item}
                onSelect={event => event.preventDefault()}
              >
                <span className="grid size-4 place-items-center rounded-full border border-line-strong">
                  <Menu.ItemIndicator className="size-2 rounded-full bg-accent" />
                </span>
                {texts.themes[value]}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Separator className="my-1 h-px bg-line" />
          <Menu.Item className={item} onSelect={logOut}>
            {texts.logout}
          </Menu.Item>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}
