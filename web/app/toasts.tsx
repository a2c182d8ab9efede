import { Component, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { type ShownToast, useToast } from '../lib/toast.ts'

const loadToaster = () => import('../ui/toaster.tsx')
const Toaster = lazy(loadToaster)

/** Fetches the toaster ahead of time: it couldn't be fetched while offline to say "offline". */
export const warmUpToaster = (): void => void loadToaster().catch(() => undefined)

/** The toaster's code loads with the first toast: most visits of the landing page never show one. */
export function Toasts() {
  const toast = useToast()
  const [needed, setNeeded] = useState(false)
  useEffect(() => {
    if (toast) setNeeded(true)
  }, [toast])
  if (!needed) return null
  return (
    <WhenMissing fallback={toast && <PlainToast toast={toast} />}>
      <Suspense>
        <Toaster />
      </Suspense>
    </WhenMissing>
  )
}

/** The message must reach the person even if the toaster can't be fetched. */
const PlainToast = ({ toast }: { toast: ShownToast }) => (
  <div
    role="alert"
    className="fixed inset-x-3 top-3 z-60 rounded-lg border border-line bg-raised px-4 py-3 shadow-float sm:inset-x-auto sm:top-auto sm:right-6 sm:bottom-6 sm:w-96"
  >
    <p className="font-semibold">{toast.title}</p>
    {toast.description && <p className="text-muted text-sm">{toast.description}</p>}
  </div>
)

class WhenMissing extends Component<{ fallback: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
