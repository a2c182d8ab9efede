import { Suspense } from 'react'
import { useUser } from '../../lib/session/use-session.ts'
import { part } from '../../ui/part/part.tsx'

const ConfirmForm = part(() => import('./confirm-form.tsx'))

/**
 * Mails the link that confirms an unconfirmed address once more, or corrects the address; nothing for a confirmed one.
 * @param saysWhat for where other things can be sent again
 */
export const ConfirmAddress = ({ saysWhat }: { saysWhat?: boolean }) => (
  <Suspense>{!useUser().emailVerified && <ConfirmForm saysWhat={saysWhat} />}</Suspense>
)
