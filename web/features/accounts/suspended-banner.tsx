import { useUser } from '../../lib/session/use-session.ts'
import { texts } from './texts.ts'

/** Told on every page for as long as it lasts: why the account is suspended, and what that stops. */
export function SuspendedBanner() {
  const { suspendedReason } = useUser()
  if (suspendedReason === undefined) return null
  return (
    <section
      aria-label={texts.suspended.title}
      className="border-danger/35 border-b bg-danger-tint px-4 py-3 text-center text-sm"
    >
      <p className="font-semibold text-danger">{texts.suspended.title}</p>
      <p className="mx-auto max-w-prose break-words">
        {suspendedReason} {texts.suspended.effect}
      </p>
    </section>
  )
}
