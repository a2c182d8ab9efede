import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { queryClient } from '../lib/calls/query-client.ts'
import { App } from './app.tsx'
import { Toasts } from './toasts.tsx'

/** The whole app. Prerendering and hydration must render the same tree. */
export const Root = () => (
  <StrictMode>
    <Providers>
      <App />
    </Providers>
  </StrictMode>
)

const Providers = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    {children}
    <Toasts />
  </QueryClientProvider>
)
