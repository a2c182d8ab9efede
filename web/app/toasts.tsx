import { Suspense, useEffect, useState } from 'react'
import { useToast } from '../lib/toast.ts'
import { part } from '../ui/part/part.tsx'

const Toaster = part(() => import('../ui/toaster.tsx'), PlainToast)

/** Fetches the toaster ahead of time: it couldn't be fetched while offline to say "offline". */
export const warmUpToaster = (): void => void Toaster.fetch().catch(() => undefined)

/** The toaster's code loads with the first toast: most visits of the landing page never show one. */
export function Toasts() {
  const toast = useToast()
  const [needed, setNeeded] = useState(false)
  useEffect(() => {
    if (toast) setNeeded(true)
  }, [toast])
  if (!needed) return null
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  )
}

/** The message must reach the person even if the toaster can't be fetched. */
function PlainToast() {
  const toast = useToast()
  return (
    toast && (
      <div
        role="alert"
        className="fixed inset-x-3 top-3 z-60 rounded-lg border border-line bg-raised px-4 py-3 shadow-float sm:inset-x-auto sm:top-auto sm:right-6 sm:bottom-6 sm:w-96"
      >
        <p className="font-semibold">{toast.title}</p>
        {toast.description && <p className="text-muted text-sm">{toast.description}</p>}
      </div>
    )
  )
}
