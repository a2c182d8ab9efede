import {
  Component,
  type ErrorInfo,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { useLocation } from 'wouter'
import type { CurrentUser } from '#contract/accounts.ts'
import { isStaff } from '#contract/permissions.ts'
import { texts } from '#texts/app.ts'
import { drawnQueries } from '../lib/calls/fresh.ts'
import { queryClient } from '../lib/calls/query-client.ts'
import { markNavigation } from '../lib/navigation.ts'
import { useBackOnline, useOnline } from '../lib/online.ts'
import { currentUserQuery } from '../lib/session/current-user.ts'
import { greetAfterGoogleSignIn } from '../lib/session/sign-in.ts'
import { handleUnauthorized } from '../lib/session/unauthorized.ts'
import { type Session, useSession } from '../lib/session/use-session.ts'
import { watchSession } from '../lib/session/watch-session.ts'
import { RetryAlert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { type Part, part } from '../ui/part/part.tsx'
import { FullSpinner } from '../ui/spinner.tsx'
import { mayOpen } from './access.ts'
import { repeatEarlyInput } from './early-input.ts'
import { FailedPage } from './failed-page.tsx'
import { type AppRoute, LandingPage, routes } from './routes.ts'

// Neither menus nor the frame of other pages are needed to greet a visitor.
const PublicFrame = part(() => import('./public-frame.tsx'), FailedPage)
const Shell = part(() => import('./shell/shell.tsx'), FailedPage)
const NotFoundPage = part(() => import('../pages/not-found/not-found-page.tsx'), FailedPage)
const TwoFactorPage = part(() => import('../pages/two-step/two-step-page.tsx'), FailedPage)

export function App() {
  const session = useSession()
  useEffect(repeatEarlyInput, [])
  useEffect(() => {
    if (session.state === 'signedIn' || session.state === 'signedOut')
      greetAfterGoogleSignIn(session.state === 'signedIn')
  }, [session.state])
  useEffect(
    () =>
      watchSession(
        () =>
          void queryClient().invalidateQueries(
            { queryKey: currentUserQuery.queryKey },
            { cancelRefetch: false },
          ),
      ),
    [],
  )

  if (session.state === 'loading') return <FullSpinner />
  if (session.state === 'unreachable') return <Unreachable onRetry={session.retry} />
  return (
    <>
      <RouteChange />
      <Matched session={session} />
    </>
  )
}

/**
 * On every change of page: to the top, and the new page's heading takes the focus (see ui/page-title).
 * Rendered before the pages, so that its effect runs first. Back and forward keep the browser's scroll position.
 */
function RouteChange() {
  const [location] = useLocation()
  const before = useRef(location)
  const goingBack = useRef(false)
  useLayoutEffect(() => {
    const onPop = () => {
      goingBack.current = true
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [])
  useLayoutEffect(() => {
    if (before.current === location) return
    before.current = location
    markNavigation()
    drawnQueries().clear()
    if (!goingBack.current) window.scrollTo(0, 0)
    goingBack.current = false
  }, [location])
  return null
}

type Viewer = Pick<CurrentUser, 'role' | 'twoFactor'>

/** What an address shows to somebody, and the frame around it. 'login' stands for the way there. */
function shownAt(
  route: AppRoute | undefined,
  user: Viewer | null,
): { frame: typeof Shell | null; page: Part<object> | 'login' | 'twoFactor' } {
  if (!route) return { frame: user ? Shell : PublicFrame, page: NotFoundPage }
  if (route.bare) return { frame: null, page: route.page }
  if (route.access === 'anyone') return { frame: PublicFrame, page: route.page }
  if (user?.twoFactor) return { frame: PublicFrame, page: 'twoFactor' }
  if (user) {
    const page = (isStaff(user.role) && route.staffPage) || route.page
    return { frame: Shell, page: mayOpen(route.access, user.role) ? page : NotFoundPage }
  }
  if (route.signedOutPage) return { frame: PublicFrame, page: route.signedOutPage }
  return { frame: null, page: route.path === '/' ? LandingPage : 'login' }
}

/** Parameters match any one segment. */
const routeAt = (pathname: string) =>
  routes.find(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i').test(pathname))

/**
 * Fetches the code that an address shows. Throws what the imports throw. @param user null for nobody
 */
export async function fetchPage(pathname: string, user: Viewer | null): Promise<void> {
  const { frame, page } = shownAt(routeAt(pathname), user)
  const shown = page === 'twoFactor' ? TwoFactorPage : page
  await Promise.all([frame?.fetch(), shown === 'login' || shown.fetch()])
}

/** Chosen outside the page, so that the frame stays mounted from one page to the next. */
function Matched({ session }: { session: Session }) {
  const [location] = useLocation()
  const route = routeAt(location)
  const user = session.state === 'signedIn' ? session.user : null
  const { frame: Frame, page: Page } = shownAt(route, user)
  if (Page === 'login') return <ToLogin signedOut={route?.signedOut} />
  const page = (
    <Guarded>
      {Page === 'twoFactor' ? user?.twoFactor && <TwoFactorPage step={user.twoFactor} /> : <Page />}
    </Guarded>
  )
  // The frame stays while the page's code loads.
  return <Suspense fallback={<FullSpinner />}>{Frame ? <Frame>{page}</Frame> : page}</Suspense>
}

/**
 * Shown when the first request gets no answer, so neither the signed-in nor the signed-out page can be. Retries when
 * the browser is back online.
 */
function Unreachable({ onRetry }: { onRetry: () => void }) {
  const online = useOnline()
  useBackOnline(onRetry)
  return (
    <main className="grid min-h-svh place-items-center px-5 text-center">
      <div>
        <h1 className="heading text-[2.25rem]">
          {online ? texts.unreachable.title : texts.unreachable.offlineTitle}
        </h1>
        <p className="mt-2 text-muted">{online ? texts.unreachable.text : texts.unreachable.offlineText}</p>
        <Button className="mt-6" onClick={onRetry}>
          {texts.unreachable.retry}
        </Button>
      </div>
    </main>
  )
}

function ToLogin({ signedOut }: Pick<AppRoute, 'signedOut'>) {
  useEffect(() => handleUnauthorized(signedOut), [signedOut])
  return <FullSpinner label={texts.loggingIn} />
}

const Guarded = ({ children }: { children: ReactNode }) => {
  const [location] = useLocation()
  return (
    <ErrorBoundary key={location}>
      <Suspense fallback={<FullSpinner />}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** Keeps a failing page from taking the shell down with it. */
class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
  }

  override render() {
    if (!this.state.error) return this.props.children
    return (
      <div className="page py-10">
        <RetryAlert title={texts.pageFailed.title} onRetry={() => this.setState({ error: null })}>
          {texts.pageFailed.text}
        </RetryAlert>
      </div>
    )
  }
}
