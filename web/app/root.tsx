import { StrictMode } from 'react'
import { App } from './app.tsx'
import { Providers } from './providers.tsx'

/** The whole app. Prerendering and hydration must render the same tree. */
export const Root = () => (
  <StrictMode>
    <Providers>
      <App />
    </Providers>
  </StrictMode>
)
