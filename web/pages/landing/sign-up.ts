import type { z } from 'zod'
import type { signInLinkSent, simpleSignupAnswer } from '#contract/accounts.ts'
import { readJson } from '../../lib/calls/api.ts'
import { sendTo } from '../../lib/calls/call.ts'
import { useAction } from '../../lib/calls/use-action.ts'
import { storeSession } from '../../lib/session/storage.ts'
import { toastAfterReload } from '../../lib/toast.ts'
import { texts } from './texts.ts'

export type SignUpResult = { kind: 'signedIn' } | { kind: 'linkSent'; email: string }

/** @throws Error 'Failed to create account' if it is refused, as in the contract */
async function signUp(email: string): Promise<SignUpResult> {
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
export const useSignUp = (onLinkSent: (email: string) => void) =>
  useAction({
    mutationFn: signUp,
    onDone: result => {
      if (result.kind === 'linkSent') return onLinkSent(result.email)
      toastAfterReload(texts.signUp.welcome)
      window.location.assign('/')
    },
    failed: texts.signUp.failed,
  })
