import { texts } from '#texts/features/accounts.ts'
import { useUser } from '../../lib/session/use-session.ts'

/** Shown on every page while the account is suspended: why, and what the suspension blocks. */
export function SuspendedBanner() {
  const { suspendedReason } = useUser()
  if (suspendedReason === undefined) return null
  return (
    <section
      aria-label={texts.suspended.title}
      className="border-danger/35 border-b bg-danger-tint py-3 text-sm"
    >
      <div className="page">
        <p className="font-semibold text-danger">{texts.suspended.title}</p>
        <p className="max-w-prose break-words">{texts.suspended.reason({ reason: suspendedReason })}</p>
        <p className="max-w-prose">{texts.suspended.effect}</p>
      </div>
    </section>
  )
}
