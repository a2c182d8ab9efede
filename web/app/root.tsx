import { StrictMode } from 'react'
import { App } from './app.tsx'
import { Providers } from './providers.tsx'

/** All of it. What is prerendered and what takes it over must be one tree. */
export const Root = () => (
  <StrictMode>
    <Providers>
      <App />
    </Providers>
  </StrictMode>
)
