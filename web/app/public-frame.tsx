import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { texts } from '#texts/app.ts'
import { startGoogleSignIn } from '../lib/session/sign-in.ts'
import { logOutByCall } from '../lib/session/sign-out.ts'
import { useSession } from '../lib/session/use-session.ts'
import { BrandMark } from '../ui/brand-mark.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Footer } from '../ui/footer.tsx'
import { SkipLink } from '../ui/skip-link.tsx'

export const PublicHeaderBand = ({ children }: { children: ReactNode }) => (
  <header className="border-line border-b">
    <div className="page flex h-17 items-center justify-between">{children}</div>
  </header>
)

/** Pages that anyone may read. */
export default function PublicFrame({ children }: { children: ReactNode }) {
  const signedIn = useSession().state === 'signedIn'
  return (
    <div className="flex min-h-svh flex-col">
      <SkipLink />
      <PublicHeaderBand>
        <BrandMark />
        {signedIn ? (
          <div className="flex gap-2">
            <Link href="/" className={buttonClass('outline', 'sm')}>
              {texts.dashboard}
            </Link>
            <Button variant="quiet" size="sm" onClick={() => void logOutByCall()}>
              {texts.logout}
            </Button>
          </div>
        ) : (
          <Button variant="outline" size="sm" onClick={() => void startGoogleSignIn()}>
            {texts.signIn}
          </Button>
        )}
      </PublicHeaderBand>
      <main id="content" className="flex-1">
        {children}
      </main>
      <Footer />
    </div>
  )
}
