import { storageKeys } from '#contract/constants.ts'
import { api } from '#contract/paths.ts'
import { local } from '../browser-storage.ts'
import { ask } from '../calls/api.ts'

/** What an ID token says of its person. Only the server can tell whether it is true. */
function claimsOf(token: string): Record<string, unknown> {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(payload), char => char.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  } catch {
    return {} // not a token: the server refuses it like any other
  }
}

/**
 * Introduces the person of the identity provider's token that is stored here to the server, which makes a session.
 * @returns whether it did; not without a token, nor when the server refuses it
 */
export async function syncIdentity(): Promise<boolean> {
  const token = local.get(storageKeys.firebaseToken)
  if (!token) return false
  const { sub, email, name, picture } = claimsOf(token)
  const person = { firebaseUid: sub, email, displayName: name ?? null, photoURL: picture ?? null }
  return (await ask('POST', api.sync, person)).ok
}
