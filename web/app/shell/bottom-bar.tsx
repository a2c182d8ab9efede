import { Link, useLocation } from 'wouter'
import { useUser } from '../../lib/session/use-session.ts'
import { navigationFor } from '../access.ts'
import { routes } from '../routes.ts'

/** The navigation of a phone, where the thumb is. */
export function BottomBar() {
  const user = useUser()
  const [location] = useLocation()
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {navigationFor(routes, user.role).map(({ path, nav }) => (
        <Link
          key={path}
          href={path}
          aria-current={location === path ? 'page' : undefined}
          className="-mt-px flex h-16 flex-col items-center justify-center gap-1 border-transparent border-t-2 font-semibold text-[0.75rem] text-muted -outline-offset-4 aria-[current=page]:border-accent aria-[current=page]:text-accent"
        >
          <nav.icon aria-hidden="true" className="size-5.5" strokeWidth={1.9} />
          {nav.label}
        </Link>
      ))}
    </nav>
  )
}
