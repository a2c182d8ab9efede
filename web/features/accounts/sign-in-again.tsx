import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/accounts.ts'
import { ApiError, sentenceOf } from '../../lib/calls/api.ts'
import { call } from '../../lib/calls/call.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { MailboxLink } from '../../ui/mailbox-link.tsx'

const { again } = texts

/** Whether the server requires a more recent sign-in for this action. */
export const wantsSignInAgain = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'sign_in_again'

/** Asks for a new sign-in and returns to this page. @param error the server's refusal */
export function SignInAgain({ error }: { error: ApiError }) {
  const { email } = useUser()
  const mail = useMutation({ mutationFn: () => call('signInLink', { body: { email } }) })
  const [here] = useLocation()
  return (
    <div className="flex flex-col gap-3">
      <Alert
        tone="warning"
        title={again.title}
        action={
          <a className={buttonClass()} href={`${api.login}?returnTo=${encodeURIComponent(here)}`}>
            {again.signIn}
          </a>
        }
      >
        {error.sentence}
      </Alert>
      {mail.isSuccess ? (
        <Alert title={again.sent} action={<MailboxLink email={email} />}>
          {again.comeBack}
        </Alert>
      ) : (
        <div>
          <Button variant="quiet" size="sm" busy={mail.isPending} onClick={() => mail.mutate()}>
            {again.mail}
          </Button>
          {mail.isError && (
            <p role="alert" className="mt-1 text-danger text-sm">
              {sentenceOf(mail.error, again.failed)}
            </p>
          )}
        </div>
      )}
    </div>
  )
}
