import { type ReactNode, Suspense, useEffect } from 'react'
import { matchRoute, useLocation, useRouter } from 'wouter'
import { isStaff } from '#contract/permissions.ts'
import { queryClient } from '../lib/calls/query-client.ts'
import { endFirstView } from '../lib/first-view.ts'
import { currentUserQuery } from '../lib/session/current-user.ts'
import { greetAfterGoogleSignIn } from '../lib/session/sign-in.ts'
import { handleUnauthorized } from '../lib/session/unauthorized.ts'
import { type Session, useSession } from '../lib/session/use-session.ts'
import { watchSession } from '../lib/session/watch-session.ts'
import { part } from '../ui/part/part.tsx'
import { FullSpinner } from '../ui/spinner.tsx'
import { mayOpen } from './access.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { FailedPage } from './failed-page.tsx'
import { RouteChange } from './route-change.tsx'
import { type AppRoute, LandingPage, routes } from './routes.ts'
import { texts } from './texts.ts'
import { Unreachable } from './unreachable.tsx'

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

/** A page in the signed-in shell or in the public frame; the frame stays while the page's code loads. */
function Frame({ inside, children }: { inside: boolean; children: ReactNode }) {
  const page = <Guarded>{children}</Guarded>
  return (
    <Suspense fallback={<FullSpinner />}>
      {inside ? <Shell>{page}</Shell> : <PublicFrame>{page}</PublicFrame>}
    </Suspense>
  )
}
