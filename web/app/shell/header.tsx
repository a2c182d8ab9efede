import { type ReactNode, Suspense } from 'react'
import { Link, useLocation } from 'wouter'
import type { CurrentUser } from '#contract/accounts.ts'
import { texts } from '#texts/app/shell.ts'
import { useBackOnline } from '../../lib/online.ts'
import { logOut } from '../../lib/session/sign-out.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { whenSettled } from '../../lib/when-settled.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { Bell as BellIcon } from '../../ui/icons/bell.tsx'
import { type Failure, part } from '../../ui/part/part.tsx'
import { currentOf, navigationFor } from '../access.ts'
import { routes } from '../routes.ts'
import { Greeting, greetingLook } from './greeting.tsx'

function FailedCorner({ retry }: Failure<object>) {
  useBackOnline(retry)
  return (
    <Button variant="outline" size="sm" onClick={retry}>
      {texts.loadMenu}
    </Button>
  )
}

// The page's own requests go first.
const Corner = part(() => whenSettled().then(() => import('./corner.tsx')), FailedCorner)

/** Looks like the menu that replaces it a moment later. */
const CornerOnItsWay = ({ user }: { user: CurrentUser }) => (
  <>
    <span aria-hidden="true" className="grid size-10 place-items-center">
      <BellIcon className="size-5" strokeWidth={1.9} />
    </span>
    <span aria-hidden="true" className={greetingLook}>
      <Greeting user={user} />
    </span>
  </>
)

export const HeaderBand = ({ children }: { children: ReactNode }) => (
  <header className="sticky top-0 z-30 border-line border-b bg-ground motion-safe:bg-ground/92 motion-safe:backdrop-blur-md">
    <div className="page flex h-15 items-center gap-8 md:h-17">{children}</div>
  </header>
)

export function Header() {
  const user = useUser()
  const hydrated = useHydrated()
  const [location] = useLocation()
  return (
    <HeaderBand>
      <BrandMark />
      <nav
        aria-label={texts.mainNavigation}
        className="hidden flex-1 items-stretch gap-1 self-stretch lg:flex"
      >
        {navigationFor(routes, user.role).map(({ path, nav }) => (
          <Link
            key={path}
            href={path}
            aria-current={currentOf(path, routes, location)}
            className="-mb-px flex items-center border-transparent border-b-2 px-3 font-semibold text-[0.9375rem] text-muted -outline-offset-2 transition-colors hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
          >
            {nav.label}
          </Link>
        ))}
      </nav>
      <div className="ml-auto flex items-center gap-2">
        <Suspense fallback={<CornerOnItsWay user={user} />}>
          {hydrated ? <Corner /> : <CornerOnItsWay user={user} />}
        </Suspense>
        <div className="hidden md:block">
          <Button variant="quiet" size="sm" onClick={logOut}>
            {texts.logout}
          </Button>
        </div>
      </div>
    </HeaderBand>
  )
}
