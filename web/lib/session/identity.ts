import { storageKeys } from '#contract/constants.ts'
import { api } from '#contract/paths.ts'
import { local } from '../browser-storage.ts'
import { ask } from '../calls/api.ts'

/** The claims of an ID token. Only the server can verify them. */
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
 * Sends the stored identity provider token to the server, which creates a session. @returns whether it did; false
 * without a token or if the server refuses it
 */
export async function syncIdentity(): Promise<boolean> {
  const token = local.get(storageKeys.firebaseToken)
  if (!token) return false
  const { sub, email, name, picture } = claimsOf(token)
  const person = { firebaseUid: sub, email, displayName: name ?? null, photoURL: picture ?? null }
  return (await ask('POST', api.sync, person)).ok
}
