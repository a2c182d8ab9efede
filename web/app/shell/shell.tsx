import { type ReactNode, Suspense, useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { texts } from '#texts/app/shell.ts'
import { cx } from '../../lib/cx.ts'
import { useOnline } from '../../lib/online.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { part } from '../../ui/part/part.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'
import { barFor, currentOf } from '../access.ts'
import { routes } from '../routes.ts'
import { warmUpToaster } from '../toasts.tsx'
import { Header } from './header.tsx'
import { navIcons } from './nav-icons.ts'

const SuspendedBanner = part(() => import('../../features/accounts/suspended-banner.tsx'))
const UnconfirmedBanner = part(() => import('../../features/accounts/unconfirmed-banner.tsx'))

/** The frame of every signed-in page: the header, and on phones the bottom bar. */
export default function Shell({ children }: { children: ReactNode }) {
  useEffect(warmUpToaster, [])
  const { emailVerified, suspendedAt } = useUser()
  return (
    <div className="flex min-h-svh flex-col">
      <SkipLink />
      <Header />
      <OfflineBanner />
      <Suspense>{suspendedAt ? <SuspendedBanner /> : !emailVerified && <UnconfirmedBanner />}</Suspense>
      <main
        id="content"
        className="flex-1 pb-[calc(5.5rem+env(safe-area-inset-bottom))] max-lg:[--bottom-bar:calc(4rem+env(safe-area-inset-bottom))] lg:pb-16"
      >
        {children}
      </main>
      <BottomBar />
    </div>
  )
}

/** Shown while offline: the page may be out of date and uploads wait. Announced when it appears and disappears. */
function OfflineBanner() {
  const online = useOnline()
  return (
    <div role="status">
      {!online && (
        <p className="border-pending/30 border-b bg-pending-tint px-4 py-2 text-center text-sm">
          <span className="font-semibold text-pending">{texts.offline.title}</span> {texts.offline.text}
        </p>
      )}
    </div>
  )
}

/** The navigation on phones, within reach of the thumb. */
function BottomBar() {
  const user = useUser()
  const [location] = useLocation()
  const entries = barFor(routes, user.role)
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
            aria-current={currentOf(path, routes, location)}
            className={cx(
              '-mt-px flex h-16 flex-col items-center justify-center gap-1 border-transparent border-t-2 font-semibold text-muted -outline-offset-4 aria-[current=page]:border-accent aria-[current=page]:text-accent',
              // Five fit side by side on the narrowest phone.
              entries.length > 4 ? 'text-[length:clamp(0.625rem,3.3vw,0.75rem)]' : 'text-[0.75rem]',
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
