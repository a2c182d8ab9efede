import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { appInfoQuery } from '../../lib/app-info.ts'
import { loadWidget } from '../../lib/session/google-widget.ts'
import { startGoogleSignIn } from '../../lib/session/sign-in.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { signInByCredential, useSigningIn } from './google-sign-in.ts'
import { texts } from './texts.ts'

const { signUp, google } = texts
const widestButton = 400

/**
 * The provider's own button, where it has one and knows this address. Until it is there, and where it cannot be
 * loaded, a button of ours leads to the provider's page.
 */
export function GoogleBlock() {
  const box = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const { data: app } = useQuery(appInfoQuery)
  const signingIn = useSigningIn()
  const [drawn, setDrawn] = useState(false)
  const widget = app && window.location.origin === app.signIn.origin ? app.signIn.widget : null
  useEffect(() => {
    if (!widget) return
    let left = false
    loadWidget(widget, signInByCredential)
      .then(button => {
        if (left || !place.current || !box.current) return
        button.draw(place.current, Math.min(widestButton, box.current.clientWidth))
        setDrawn(true)
      })
      .catch(() => left || toast(google.notLoaded))
    return () => {
      left = true
    }
  }, [widget])
  const shown = drawn && !signingIn
  return (
    <div ref={box}>
      <div ref={place} hidden={!shown} className="grid min-h-11 place-items-center" />
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
  // The Back button brings the page back as it was left: the way to the provider was not taken.
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false)
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])
  return (
    <Button
      variant="outline"
      size={size}
      className={className}
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
