import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { queryClient } from '../lib/query-client.ts'
import { useToast } from '../lib/toast.ts'

const Toaster = lazy(() => import('../ui/toaster.tsx'))

/** The toaster's code comes with the first toast: most visits of the landing page never see one. */
function ToasterWhenNeeded() {
  const toast = useToast()
  const [needed, setNeeded] = useState(false)
  useEffect(() => {
    if (toast) setNeeded(true)
  }, [toast])
  return needed ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null
}

export const Providers = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    {children}
    <ToasterWhenNeeded />
  </QueryClientProvider>
)
