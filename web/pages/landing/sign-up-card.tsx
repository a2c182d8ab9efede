import { useState } from 'react'
import { Link } from 'wouter'
import type { z } from 'zod'
import type { signInLinkSent, simpleSignupAnswer } from '#contract/accounts.ts'
import { texts } from '#texts/pages/landing.ts'
import { readJson } from '../../lib/calls/api.ts'
import { sendTo } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { storeSession } from '../../lib/session/storage.ts'
import { toastAfterReload } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/inputs/field.tsx'
import { MailboxLink } from '../../ui/mailbox-link.tsx'
import { GoogleBlock } from './google-block.tsx'

const { signUp } = texts

/** Both ways in: an email address, or Google. `compact` leaves the title to the surrounding card. */
export function SignUpCard({ compact = false }: { compact?: boolean }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  return (
    <div className={compact ? '' : 'rounded-xl border border-line bg-surface p-5 sm:p-6'}>
      {!compact && <h2 className="heading text-[1.625rem]">{signUp.title}</h2>}
      {sentTo ? (
        <LinkSent email={sentTo} onOther={() => setSentTo(null)} />
      ) : (
        <>
          {!compact && <p className="mt-1 text-muted text-sm">{signUp.prompt}</p>}
          <EmailForm onLinkSent={setSentTo} />
        </>
      )}
      <div className="mt-5 mb-3 flex items-center gap-3 text-muted text-sm">
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
        {signUp.or}
        <span aria-hidden="true" className="h-px flex-1 bg-line" />
      </div>
      <GoogleBlock />
    </div>
  )
}

function EmailForm({ onLinkSent }: { onLinkSent: (email: string) => void }) {
  const [email, setEmail] = useState('')
  const creating = useSignUp(onLinkSent)
  // From the answer to the new page the button stays busy, because the work isn't done until then.
  const busy = creating.isPending || creating.data?.kind === 'signedIn'
  return (
    <form
      className="mt-4"
      onSubmit={event => {
        event.preventDefault()
        creating.mutate(email.trim())
      }}
    >
      <div className="flex flex-col gap-2.5 sm:flex-row">
        <div className="flex-1">
          <TextField
            label={signUp.email}
            labelHidden
            type="email"
            name="email"
            autoComplete="email"
            required
            maxLength={254}
            placeholder={signUp.placeholder}
            value={email}
            onChange={event => setEmail(event.target.value)}
          />
        </div>
        <Button
          type="submit"
          size="lg"
          busy={busy}
          disabled={email.trim() === ''}
          // The page's one action looks so from the start.
          className={busy ? '' : 'disabled:opacity-100'}
        >
          {busy ? signUp.submitting : signUp.submit}
        </Button>
      </div>
      <p className="mt-2.5 text-muted text-xs">
        {signUp.agreeing}{' '}
        <Link href="/terms" className="text-ink underline underline-offset-2">
          {signUp.terms}
        </Link>{' '}
        {signUp.and}{' '}
        <Link href="/privacy" className="text-ink underline underline-offset-2">
          {signUp.privacy}
        </Link>
        .
      </p>
    </form>
  )
}

function LinkSent({ email, onOther }: { email: string; onOther: () => void }) {
  return (
    <div role="status" className="mt-4 rounded-lg border border-published/30 bg-published-tint px-4 py-3.5">
      <p className="font-semibold">{signUp.linkSent}</p>
      <p className="mt-0.5 break-words text-sm">{signUp.linkSentText({ email })}</p>
      <div className="mt-2 flex flex-wrap gap-x-5 text-sm">
        <MailboxLink email={email} />
        <button type="button" onClick={onOther} className="py-1 font-semibold underline underline-offset-2">
          {signUp.otherEmail}
        </button>
      </div>
    </div>
  )
}

type SignUpResult = { kind: 'signedIn' } | { kind: 'linkSent'; email: string }

/** @throws Error 'Failed to create account' if it is refused, as in the contract */
async function createAccount(email: string): Promise<SignUpResult> {
  const response = await sendTo('simpleSignup', { body: { email, displayName: email.split('@')[0] } })
  if (!response.ok) throw new Error('Failed to create account')
  // A known address gets no session here: its owner gets an email.
  if (response.status === 202) {
    await readJson<z.infer<typeof signInLinkSent>>(response)
    return { kind: 'linkSent', email }
  }
  const account = await readJson<z.infer<typeof simpleSignupAnswer>>(response)
  storeSession({ id: account.id, email: account.email ?? email })
  return { kind: 'signedIn' }
}

/** Signs up; with a new session, reloads the page signed in. */
const useSignUp = (onLinkSent: (email: string) => void) =>
  useAction({
    mutationFn: createAccount,
    onDone: result => {
      if (result.kind === 'linkSent') return onLinkSent(result.email)
      toastAfterReload(texts.signUp.welcome)
      window.location.assign('/')
    },
    failed: texts.signUp.failed,
  })
