import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { Router } from 'wouter'
import { queryClient } from '../lib/calls/query-client.ts'
import { App } from './app.tsx'
import { Toasts } from './toasts.tsx'

/** The whole app; the server and the browser render the same tree. @param address where there is no address bar */
export const Root = ({ address }: { address?: { ssrPath: string; ssrSearch: string } }) => (
  <StrictMode>
    <Router {...address}>
      <QueryClientProvider client={queryClient()}>
        <App />
        <Toasts />
      </QueryClientProvider>
    </Router>
  </StrictMode>
)
