import { Link, useLocation } from 'wouter'
import { cx } from '../../lib/cx.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { navigationFor } from '../access.ts'
import { routes } from '../routes.ts'
import { navIcons } from './nav-icons.ts'
import { texts } from './texts.ts'

/** The navigation on phones, within reach of the thumb. */
export function BottomBar() {
  const user = useUser()
  const [location] = useLocation()
  const entries = navigationFor(routes, user.role)
  return (
    <nav
      aria-label={texts.mainNavigation}
      className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      {entries.map(({ path, nav }) => {
        const Icon = navIcons[nav.icon]
        return (
          <Link
            key={path}
            href={path}
            aria-current={location === path ? 'page' : undefined}
            className={cx(
              '-mt-px flex h-16 flex-col items-center justify-center gap-1 border-transparent border-t-2 font-semibold text-muted -outline-offset-4 aria-[current=page]:border-accent aria-[current=page]:text-accent',
              // Six fit side by side on the narrowest phone.
              entries.length > 5 ? 'text-[length:clamp(0.5625rem,2.8vw,0.75rem)]' : 'text-[0.75rem]',
            )}
          >
            <Icon aria-hidden="true" className="size-5.5" strokeWidth={1.9} />
            <span className="max-w-full truncate px-0.5">{nav.label}</span>
          </Link>
        )
      })}
    </nav>
  )
}
