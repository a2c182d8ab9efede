import './styles.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { showSignInError } from '../features/accounts/sign-in-error.ts'
import { queryClient } from '../lib/query-client.ts'
import { currentUserQuery } from '../lib/session/current-user.ts'
import { hasStoredToken } from '../lib/session/storage.ts'
import { watchReturn } from '../lib/session/unauthorized.ts'
import { showKeptToast } from '../lib/toast.ts'
import { App } from './app.tsx'
import { installServiceWorker } from './install.ts'
import { Providers } from './providers.tsx'
import { fetchPage, LandingPage } from './routes.ts'
import { warmUp } from './warm-up.ts'

const remembered = hasStoredToken()
void queryClient.prefetchQuery(currentUserQuery)
// Only a head start: when it fails, the router asks again and shows what went wrong.
warmUp(window.location.pathname, remembered).catch(() => undefined)
watchReturn()
showKeptToast()
showSignInError()
installServiceWorker()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const app = (
  <StrictMode>
    <Providers>
      <App />
    </Providers>
  </StrictMode>
)
function drawAnew(): void {
  root?.replaceChildren()
  if (root) createRoot(root).render(app)
}
if (root.hasChildNodes() && !remembered) {
  // The server has seen no session: nobody is signed in, until the answer on its way says otherwise.
  queryClient.setQueryData(currentUserQuery.queryKey, null)
  // Markup whose code is not there is thrown away with the first news, and what was typed into it.
  fetchPage(LandingPage).then(() => hydrateRoot(root, app), drawAnew)
} else drawAnew()
