import { texts } from '#texts/features/accounts.ts'
import { formatDate } from '../../lib/format.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { ContactLink } from '../../ui/contact-link.tsx'

const { suspended } = texts

/** Shown on every page while the account is suspended: since when and why, what is blocked, and what still works. */
export default function SuspendedBanner() {
  const { suspendedAt = '', suspendedReason: reason = '' } = useUser()
  return (
    <section aria-label={suspended.title} className="border-danger/35 border-b bg-danger-tint py-3 text-sm">
      <div className="page space-y-1 break-words *:max-w-prose">
        <p className="font-semibold text-danger">{suspended.title}</p>
        <p>{suspended.reason({ when: formatDate(suspendedAt), reason })}</p>
        <p>
          {suspended.effect} {suspended.works}
        </p>
        <p>
          {suspended.mistake} <ContactLink />
        </p>
      </div>
    </section>
  )
}
