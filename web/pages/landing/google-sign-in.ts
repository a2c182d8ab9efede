import { toastDurationMs } from '#contract/constants.ts'
import { sentenceOf } from '../../lib/calls/api.ts'
import { call } from '../../lib/calls/call.ts'
import type { OnCredential } from '../../lib/session/google-widget.ts'
import { storeSession } from '../../lib/session/storage.ts'
import { texts as sessionTexts } from '../../lib/session/texts.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { toast, toastAfterReload } from '../../lib/toast.ts'
import { texts } from './texts.ts'

const signingIn = createStore(false)

/** Whether a credential is being used to sign in: every such button on the page shows it. */
export const useSigningIn = (): boolean => useStore(signingIn)

/** Signs in with the credential from Google's button, and reloads the page signed in. */
export const signInByCredential: OnCredential = async (credential, nonce) => {
  if (!credential) return toast(texts.google.noCredential)
  if (signingIn.get()) return
  signingIn.set(true)
  try {
    storeSession(await call('googleToken', { body: { credential, nonce } }))
  } catch (error) {
    signingIn.set(false)
    return toast({
      ...texts.google.failed,
      description: sentenceOf(error, texts.google.failed.description),
      duration: toastDurationMs,
    })
  }
  toastAfterReload(sessionTexts.welcomeFromGoogle)
  window.location.assign('/')
}
