import { storageKeys } from '#contract/constants.ts'
import { local } from '../browser-storage.ts'

/** What the contract keeps in the browser about the session. None of it proves anything to the server. */
export function storeSession(user: { id: string; email: string }): void {
  local.set(storageKeys.userToken, user.id)
  local.set(storageKeys.userEmail, user.email)
}

export const hasStoredToken = (): boolean =>
  [storageKeys.userToken, storageKeys.userEmail, storageKeys.firebaseToken].some(
    key => local.get(key) !== null,
  )

export function clearStoredSession(): void {
  for (const key of Object.values(storageKeys)) local.remove(key)
}
