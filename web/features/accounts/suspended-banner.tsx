import { useUser } from '../../lib/session/use-session.ts'

/** Told on every page for as long as it lasts: why the account is suspended, and what that stops. */
export function SuspendedBanner() {
  const { suspendedReason } = useUser()
  if (suspendedReason === undefined) return null
  return (
    <section
      aria-label="Your account is suspended"
      className="border-danger/35 border-b bg-danger-tint px-4 py-3 text-center text-sm"
    >
      <p className="font-semibold text-danger">Your account is suspended</p>
      <p className="mx-auto max-w-prose break-words">
        {suspendedReason} Uploads and payouts stop until this ends; what you earned is kept.
      </p>
    </section>
  )
}
