import { followConfirmDays } from '#contract/sharing/reasons.ts'
import { texts as words } from '#texts/features/sharing/follow.ts'
import { texts } from '#texts/features/sharing.ts'
import { call } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { useFields } from '../../lib/fields.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { MailboxLink } from '../../ui/mailbox-link.tsx'

interface Props {
  /** of the page, in its address */
  riderName: string
  /** as the page calls the rider */
  rider: string
  onClose: () => void
}

/** Follows a rider by email, without signing in: mails a link that confirms the typed address. */
export default function FollowDialog({ riderName, rider, onClose }: Props) {
  const session = useSession()
  const { fields, field } = useFields({ email: session.state === 'signedIn' ? session.user.email : '' })
  const asking = useAction({
    mutationFn: (email: string) => call('followRider', { params: { riderName }, body: { email } }),
    failed: { title: words.failed, otherwise: texts.noConnection },
  })
  return (
    <Dialog open onClose={onClose} title={words.title({ rider })}>
      {asking.isSuccess ? (
        <Alert title={words.done.title} action={<MailboxLink email={fields.email.trim()} />}>
          {words.done.description}
        </Alert>
      ) : (
        <form
          className="space-y-5"
          onSubmit={event => {
            event.preventDefault()
            asking.mutate(fields.email.trim())
          }}
        >
          <p className="text-muted">{words.explain}</p>
          <TextField
            label={words.email}
            hint={words.privacy({ days: followConfirmDays })}
            type="email"
            required
            maxLength={254}
            autoComplete="email"
            {...field('email')}
          />
          <DialogButtons label={words.send} busy={asking.isPending} onCancel={onClose} />
        </form>
      )}
    </Dialog>
  )
}
