import { Suspense, useEffect, useState } from 'react'
import { useToast } from '../lib/toast.ts'
import { part } from '../ui/part/part.tsx'

const Toaster = part(() => import('../ui/toaster.tsx'), PlainToast)

/**
 * Fetches the toaster at the first press or key, before something goes wrong: it couldn't be fetched while offline to
 * say "offline". Visits that only look don't need it.
 * @returns stops waiting for one
 */
export function warmUpToaster(): () => void {
  const waiting = new AbortController()
  const fetch = () => {
    waiting.abort()
    Toaster.fetch().catch(() => undefined)
  }
  for (const name of ['pointerdown', 'keydown'])
    window.addEventListener(name, fetch, { capture: true, signal: waiting.signal })
  return () => waiting.abort()
}

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
        className="fixed inset-x-3 top-[var(--toast-top,0.75rem)] z-60 rounded-lg border border-line bg-raised px-4 py-3 shadow-float sm:left-auto sm:w-96 lg:top-auto lg:right-6 lg:bottom-6"
      >
        <p className="font-semibold">{toast.title}</p>
        {toast.description && <p className="text-muted text-sm">{toast.description}</p>}
      </div>
    )
  )
}
