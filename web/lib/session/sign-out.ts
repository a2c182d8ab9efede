import { api } from '#contract/paths.ts'
import { ApiError, request } from '../api.ts'
import { queryClient } from '../query-client.ts'
import { toast, toastAfterReload } from '../toast.ts'
import { clearStoredSession } from './storage.ts'

/** Ends the session by a full-page navigation, as the contract's Logout buttons do. */
export function logOut(): void {
  clearStoredSession()
  window.location.assign(api.logout)
}

/**
 * Ends the session by a call, for pages outside the dashboards, and returns to '/'.
 * The session is the server's cookie: when the call fails it lives on, and saying otherwise would be untrue.
 */
export async function logOutByCall(): Promise<void> {
  try {
    await request('POST', api.logoutCall, {})
  } catch (error) {
    const alreadyOut = error instanceof ApiError && error.status === 401
    if (!alreadyOut) {
      toast({
        title: 'Logout Failed',
        description: 'Failed to log out. Please try again.',
        variant: 'destructive',
      })
      return
    }
  }
  clearStoredSession()
  queryClient.clear()
  toastAfterReload({ title: 'Logged Out', description: 'Successfully logged out.' })
  window.location.assign('/')
}
