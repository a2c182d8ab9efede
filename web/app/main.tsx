import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { showSignInError } from '../features/accounts/sign-in-error.ts'
import { queryClient } from '../lib/query-client.ts'
import { currentUserQuery } from '../lib/session/current-user.ts'
import { hasStoredToken } from '../lib/session/storage.ts'
import { showKeptToast } from '../lib/toast.ts'
import { App } from './app.tsx'
import { installServiceWorker } from './install.ts'
import { Providers } from './providers.tsx'
import { warmUp } from './routes.ts'

void queryClient.prefetchQuery(currentUserQuery)
// Only a head start: when it fails, the router asks again and shows what went wrong.
if (window.location.pathname === '/') warmUp(hasStoredToken()).catch(() => undefined)
showKeptToast()
showSignInError()
installServiceWorker()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <Providers>
      <App />
    </Providers>
  </StrictMode>,
)
