import './styles.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { showSignInOutcome } from '../features/accounts/sign-in-outcome.ts'
import { queryClient } from '../lib/calls/query-client.ts'
import { currentUserQuery } from '../lib/session/current-user.ts'
import { storedTokens } from '../lib/session/storage.ts'
import { watchReturn } from '../lib/session/unauthorized.ts'
import { showKeptToast } from '../lib/toast.ts'
import { installServiceWorker } from './install.ts'
import { Root } from './root.tsx'
import { LandingPage } from './routes.ts'
import { warmUp } from './warm-up.ts'

const remembered = storedTokens() !== null
void queryClient.prefetchQuery(currentUserQuery)
// Only a head start: if it fails, the router asks again and shows the error.
warmUp(window.location.pathname, remembered).catch(() => undefined)
watchReturn()
showKeptToast()
showSignInOutcome()
installServiceWorker()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
const drawAnew = () => {
  root.replaceChildren()
  createRoot(root).render(<Root />)
}
if (root.hasChildNodes() && !remembered) {
  // The server saw no session: nobody is signed in until the pending answer says otherwise.
  queryClient.setQueryData(currentUserQuery.queryKey, null)
  // Without its code, React would drop the prerendered markup at the first update, with anything typed into it.
  LandingPage.fetch().then(() => hydrateRoot(root, <Root />), drawAnew)
} else drawAnew()
