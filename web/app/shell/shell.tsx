import { type ReactNode, useEffect } from 'react'
import { SuspendedBanner } from '../../features/accounts/suspended-banner.tsx'
import { SkipLink } from '../../ui/skip-link.tsx'
import { warmUpToaster } from '../toasts.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Header } from './header.tsx'
import { OfflineBanner } from './offline-banner.tsx'

/** The frame of every signed-in page: the header, and on phones the bottom bar. */
export default function Shell({ children }: { children: ReactNode }) {
  useEffect(warmUpToaster, [])
  return (
    <div className="flex min-h-svh flex-col">
      <SkipLink />
      <Header />
      <OfflineBanner />
      <SuspendedBanner />
      <main id="content" className="flex-1 pb-[calc(5.5rem+env(safe-area-inset-bottom))] lg:pb-16">
        {children}
      </main>
      <BottomBar />
    </div>
  )
}
