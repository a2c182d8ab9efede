import { texts } from '#texts/features/accounts.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { ConfirmAddress } from './confirm-address.tsx'

const { confirm } = texts

/** Shown on every page until the account's address is confirmed. */
export default function UnconfirmedBanner() {
  const { email } = useUser()
  return (
    <section aria-label={confirm.title} className="border-pending/30 border-b bg-pending-tint">
      <div className="page flex flex-wrap items-center gap-x-6 py-2.5 max-sm:py-2">
        {/* One line on phones; a long address is whole behind "Wrong address?". */}
        <p className="min-w-0 flex-1 basis-64 break-words text-sm max-sm:truncate">
          <span className="font-semibold text-pending max-sm:hidden">{confirm.title}.</span>{' '}
          {confirm.text({ email })}
        </p>
        <ConfirmAddress />
      </div>
    </section>
  )
}
