import { texts } from '#texts/features/accounts.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { ConfirmAddress } from './confirm-address.tsx'

const { confirm } = texts

/** Shown on every page until the account's address is confirmed. */
export default function UnconfirmedBanner() {
  const { email } = useUser()
  return (
    <section aria-label={confirm.title} className="border-pending/30 border-b bg-pending-tint">
      <div className="group page flex flex-wrap items-center gap-x-6 gap-y-1 py-2.5 *:mt-0 max-sm:py-2">
        {/* Hidden while the address is corrected: the link in that mail is the wrong one to open. */}
        <p className="wrap-anywhere min-w-0 flex-1 basis-64 text-sm group-has-[form]:hidden">
          <span className="font-semibold text-pending max-sm:hidden">{confirm.title}.</span>{' '}
          {confirm.text({ email })}
        </p>
        <ConfirmAddress />
      </div>
    </section>
  )
}
