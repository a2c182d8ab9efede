import type { AppInfo } from '#contract/app.ts'
import { loadScript } from '../load-script.ts'

/** The part of Google Identity Services that is used here; the sandbox's script has the same API. */
interface GoogleId {
  initialize(config: {
    client_id: string
    nonce: string
    auto_select: boolean
    callback: (answer: { credential?: string }) => void
  }): void
  renderButton(
    parent: HTMLElement,
    options: { type: 'standard'; theme: 'outline'; size: 'large'; text: 'signin_with'; width: number },
  ): void
}
declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleId } }
  }
}

export interface Widget {
  /** Draws the button, this wide in CSS pixels. */
  draw(parent: HTMLElement, width: number): void
}

/** Receives the button's result: an ID token for this nonce, or null if there is none. */
export type OnCredential = (credential: string | null, nonce: string) => void

const newNonce = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

let loading: Promise<Widget> | null = null

/**
 * Loads the button's script once per page; without one-tap, so nobody is signed in unasked.
 * @throws Error if it can't be loaded or isn't what it should be; it can be retried
 */
export function loadWidget(
  { clientId, script }: NonNullable<AppInfo['signIn']['widget']>,
  onCredential: OnCredential,
): Promise<Widget> {
  const load = async (): Promise<Widget> => {
    await loadScript(script)
    const id = window.google?.accounts?.id
    if (!id) throw new Error(`${script} is not the sign-in script`)
    const nonce = newNonce()
    id.initialize({
      client_id: clientId,
      nonce,
      auto_select: false,
      callback: ({ credential }) => onCredential(credential || null, nonce),
    })
    return {
      draw: (parent, width) =>
        id.renderButton(parent, {
          type: 'standard',
          theme: 'outline',
          size: 'large',
          text: 'signin_with',
          width,
        }),
    }
  }
  loading ??= load().catch(error => {
    loading = null
    throw error
  })
  return loading
}
