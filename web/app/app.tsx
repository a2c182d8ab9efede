import {
  Component,
  type ErrorInfo,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { matchRoute, useLocation, useRouter } from 'wouter'
import { isStaff } from '#contract/permissions.ts'
import { texts } from '#texts/app.ts'
import { queryClient } from '../lib/calls/query-client.ts'
import { endFirstView } from '../lib/first-view.ts'
import { markNavigation } from '../lib/navigation.ts'
import { useBackOnline, useOnline } from '../lib/online.ts'
import { currentUserQuery } from '../lib/session/current-user.ts'
import { greetAfterGoogleSignIn } from '../lib/session/sign-in.ts'
import { handleUnauthorized } from '../lib/session/unauthorized.ts'
import { type Session, useSession } from '../lib/session/use-session.ts'
import { watchSession } from '../lib/session/watch-session.ts'
import { RetryAlert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { part } from '../ui/part/part.tsx'
import { FullSpinner } from '../ui/spinner.tsx'
import { mayOpen } from './access.ts'
import { FailedPage } from './failed-page.tsx'
import { type AppRoute, LandingPage, routes } from './routes.ts'

// Neither menus nor the frame of other pages are needed to greet a visitor.
const PublicFrame = part(
  () => import('./public-frame.tsx').then(it => ({ default: it.PublicFrame })),
  FailedPage,
)
const Shell = part(() => import('./shell/shell.tsx'), FailedPage)
const NotFoundPage = part(
  () => import('../pages/not-found/not-found-page.tsx').then(it => ({ default: it.NotFoundPage })),
  FailedPage,
)
const TwoFactorPage = part(() => import('../pages/two-step/two-step-page.tsx'), FailedPage)

export function App() {
  const session = useSession()
  // What is shown at once, without waiting, replaces it as well.
  useEffect(endFirstView, [])
  useEffect(() => {
    if (session.state === 'signedIn' || session.state === 'signedOut')
      greetAfterGoogleSignIn(session.state === 'signedIn')
  }, [session.state])
  useEffect(
    () => watchSession(() => void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })),
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
    if (!goingBack.current) window.scrollTo(0, 0)
    goingBack.current = false
  }, [location])
  return null
}

/** Chosen outside the page, so that the frame stays mounted from one page to the next. */
function Matched({ session }: { session: Session }) {
  const { parser } = useRouter()
  const [location] = useLocation()
  const route = routes.find(({ path }) => matchRoute(parser, path, location)[0])
  const user = session.state === 'signedIn' ? session.user : null
  if (!route)
    return (
      <Frame inside={!!user}>
        <NotFoundPage />
      </Frame>
    )
  const Page = route.page
  if (route.bare)
    return (
      <Guarded>
        <Page />
      </Guarded>
    )
  if (route.access === 'anyone')
    return (
      <Frame inside={false}>
        <Page />
      </Frame>
    )
  if (user?.twoFactor)
    return (
      <Frame inside={false}>
        <TwoFactorPage step={user.twoFactor} />
      </Frame>
    )
  if (user) {
    const Shown = (isStaff(user.role) && route.staffPage) || Page
    return <Frame inside>{mayOpen(route.access, user.role) ? <Shown /> : <NotFoundPage />}</Frame>
  }
  const { signedOutPage: SignedOutPage } = route
  if (SignedOutPage)
    return (
      <Frame inside={false}>
        <SignedOutPage />
      </Frame>
    )
  if (route.path !== '/') return <ToLogin route={route} />
  return (
    <Guarded>
      <LandingPage />
    </Guarded>
  )
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

function ToLogin({ route }: { route: AppRoute }) {
  useEffect(() => handleUnauthorized(route.signedOut), [route])
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

/** A page in the signed-in shell or in the public frame; the frame stays while the page's code loads. */
function Frame({ inside, children }: { inside: boolean; children: ReactNode }) {
  const page = <Guarded>{children}</Guarded>
  return (
    <Suspense fallback={<FullSpinner />}>
      {inside ? <Shell>{page}</Shell> : <PublicFrame>{page}</PublicFrame>}
    </Suspense>
  )
}
