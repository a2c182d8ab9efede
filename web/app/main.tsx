import './styles.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { CurrentUser } from '#contract/accounts.ts'
import { type PageState, zoneCookie } from '#contract/drawn-page.ts'
import { unitSystemOf } from '#contract/gauges/units.ts'
import { showsStoredView } from '../lib/browser-storage.ts'
import { queryClient } from '../lib/calls/query-client.ts'
import { localeOf } from '../lib/language.ts'
import { acceptsDrawn, currentUserQuery } from '../lib/session/current-user.ts'
import { watchReturn } from '../lib/session/leave-page.ts'
import { storedTokens } from '../lib/session/storage.ts'
import { showKeptToast } from '../lib/toast.ts'
import { type Visit, visitsAre } from '../lib/visit.ts'
import { fetchPage } from './app.tsx'
import { installServiceWorker } from './install.ts'
import { findPageState, takeOver } from './page-state.ts'
import { Root } from './root.tsx'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
// What people open by a link shows no times, and leaves nothing in their browser.
if (!/^\/[rs]\//.test(window.location.pathname))
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers
  document.cookie = `${zoneCookie}=${zone}; path=/; max-age=34560000; samesite=lax`

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const state = findPageState()
const visitor: Visit = {
  fetch: (path, init) => fetch(path, init),
  origin: window.location.origin,
  locale: state?.locale ?? localeOf(navigator.languages),
  zone,
  units: state?.units ?? unitSystemOf(navigator.language),
  drawing: null,
}
visitsAre(() => visitor)

const userOf = ({ answers }: PageState) =>
  answers.find(([[key]]) => key === currentUserQuery.queryKey[0])?.[1] as CurrentUser | null | undefined
const drawn = state !== null && acceptsDrawn(userOf(state))
if (drawn) takeOver(state, queryClient())
else void queryClient().prefetchQuery(currentUserQuery)
watchReturn()
showKeptToast()
if (/[?&]signIn(Error|Link)=/.test(window.location.search))
  void import('../features/accounts/sign-in-outcome.ts').then(outcome => outcome.showSignInOutcome())
installServiceWorker()

// Where nobody has been asked yet, what is stored here is the best guess.
const likely = drawn ? (userOf(state) ?? null) : storedTokens() === null ? null : { role: 'user' as const }
const page = fetchPage(window.location.pathname, likely)
const drawAnew = () => {
  root.replaceChildren()
  createRoot(root).render(<Root />)
}
// What this browser stores, or another time zone than the server knew, may show the page differently.
if (drawn && [null, zone].includes(state.zone) && !showsStoredView())
  // Without its code, React would drop the drawn markup at the first update, with anything typed into it.
  // As a transition, React does it in small pieces, between which the page reacts.
  page.then(() => startTransition(() => void hydrateRoot(root, <Root />)), drawAnew)
else {
  // Only a head start: if it fails, the router fetches it again and shows the error.
  page.catch(() => undefined)
  drawAnew()
}
