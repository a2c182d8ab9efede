import { Link } from 'wouter'
import type { FailureKind } from '#contract/publishing/publications.ts'
import { useUser } from '../../../lib/session/use-session.ts'

/** Why a post failed. A channel that has to be connected again is a link to it for admins, who may do that. */
export function FailureSentence({ kind, children }: { kind: FailureKind; children: string }) {
  const admin = useUser().role === 'admin'
  if (kind !== 'reconnect' || !admin) return children
  return (
    <Link
      href="/publishing?tab=channels"
      className="relative inline-block rounded-sm py-0.5 underline underline-offset-2"
    >
      {children}
    </Link>
  )
}
