import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { signInSuccessToastMs, toastDurationMs } from '#contract/constants.ts'
import { texts as sessionTexts } from '#texts/lib/session.ts'
import { texts } from '#texts/pages/landing.ts'
import { sentenceOf } from '../../lib/calls/api.ts'
import { appInfoQuery } from '../../lib/calls/app-info.ts'
import { call } from '../../lib/calls/call.ts'
import { cx } from '../../lib/cx.ts'
import { loadWidget, type OnCredential } from '../../lib/session/google-widget.ts'
import { startGoogleSignIn } from '../../lib/session/sign-in.ts'
import { storeSession } from '../../lib/session/storage.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { toastAfterReload, toastError } from '../../lib/toast.ts'
import { useHydrated } from '../../lib/use-hydrated.ts'
import { visit } from '../../lib/visit.ts'
import { Button } from '../../ui/button.tsx'

const { signUp, google } = texts
const widestButton = 400

/**
 * The provider's own button, if it has one and knows this address. Until it loads, and if it can't, our own button
 * leads to the provider's page.
 */
export function GoogleBlock() {
  const box = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const { data: app } = useQuery(appInfoQuery)
  const signingIn = useSigningIn()
  const [drawn, setDrawn] = useState(false)
  const widget = app && visit().origin === app.signIn.origin ? app.signIn.widget : null
  useEffect(() => {
    if (!widget) return
    let left = false
    let width = 0
    let watching: ResizeObserver | undefined
    loadWidget(widget, signInByCredential)
      .then(button => {
        if (left || !box.current) return
        // It is drawn at a fixed width, so a rotated phone needs a new one.
        watching = new ResizeObserver(([entry]) => {
          const fitting = Math.min(widestButton, Math.floor(entry?.contentRect.width ?? 0))
          if (!place.current || fitting === 0 || fitting === width) return
          width = fitting
          button.draw(place.current, width)
          setDrawn(true)
        })
        watching.observe(box.current)
      })
      .catch(() => left || toastError(google.notLoaded))
    return () => {
      left = true
      watching?.disconnect()
    }
  }, [widget])
  const shown = drawn && !signingIn
  return (
    <div ref={box}>
      <div ref={place} hidden={!shown} className="flex min-h-11 justify-center overflow-hidden" />
      {!shown && <GoogleButton signingIn={signingIn} />}
    </div>
  )
}

/** Leads to the provider's page and back. */
export function GoogleButton({
  size = 'md',
  className = 'w-full',
  signingIn = false,
}: {
  size?: 'sm' | 'md'
  className?: string
  signingIn?: boolean
}) {
  const [leaving, setLeaving] = useState(false)
  const busy = leaving || signingIn
  const hydrated = useHydrated()
  // The Back button restores the page as it was left, without the redirect.
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false)
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])
  return (
    <Button
      variant="outline"
      size={size}
      // Before the app has loaded a press would be lost, but the button looks the same for that moment.
      disabled={!hydrated}
      className={cx(className, !hydrated && 'disabled:opacity-100')}
      busy={busy}
      onClick={() => {
        setLeaving(true)
        void startGoogleSignIn().then(setLeaving)
      }}
    >
      {busy ? signUp.googleBusy : signUp.google}
    </Button>
  )
}

const signingIn = createStore(false)

/** Whether a credential is being used to sign in: every such button on the page shows it. */
const useSigningIn = (): boolean => useStore(signingIn)

/** Signs in with the credential from Google's button, and reloads the page signed in. */
const signInByCredential: OnCredential = async (credential, nonce) => {
  if (!credential) return toastError(texts.google.noCredential)
  if (signingIn.get()) return
  signingIn.set(true)
  try {
    storeSession(await call('googleToken', { body: { credential, nonce } }))
  } catch (error) {
    signingIn.set(false)
    return toastError({
      ...texts.google.failed,
      description: sentenceOf(error, texts.google.failed.description),
      duration: toastDurationMs,
    })
  }
  toastAfterReload({ ...sessionTexts.welcomeFromGoogle, duration: signInSuccessToastMs })
  window.location.assign('/')
}
