import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { texts } from '#texts/features/accounts.ts'
import { sentenceOf } from '../../lib/calls/api.ts'
import { call } from '../../lib/calls/call.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { MailboxLink } from '../../ui/mailbox-link.tsx'
import { dialogPart } from '../../ui/part/part.tsx'

const { confirm } = texts
const CorrectAddress = dialogPart(() => import('./correct-address.tsx'))

/** Mails the link that confirms the account's address once more, or corrects the address. */
export default function ConfirmForm({ saysWhat }: { saysWhat?: boolean | undefined }) {
  const { email } = useUser()
  const [correcting, setCorrecting] = useState(false)
  const mail = useMutation({ mutationFn: () => call('signInLink', { body: { email } }) })
  return (
    <div className="mt-2 text-sm">
      {correcting ? (
        <Suspense>
          <CorrectAddress onClose={() => setCorrecting(false)} onSent={mail.reset} />
        </Suspense>
      ) : (
        <div className="flex flex-wrap items-center gap-2 max-sm:gap-1">
          <Button variant="outline" size="sm" busy={mail.isPending} onClick={() => mail.mutate()}>
            {mail.isPending ? confirm.sending : saysWhat ? confirm.linkAgain : confirm.again}
          </Button>
          <Button variant="quiet" size="sm" className="max-sm:px-1" onClick={() => setCorrecting(true)}>
            {confirm.wrong}
          </Button>
          <MailboxLink email={email} />
        </div>
      )}
      <p role="status">{mail.isSuccess && !correcting && confirm.sent({ email })}</p>
      {mail.isError && (
        <p role="alert" className="text-danger">
          {sentenceOf(mail.error, confirm.failed)}
        </p>
      )}
    </div>
  )
}
