import { api } from '#contract/paths.ts'
import { texts } from '#texts/lib/session.ts'
import { ApiError } from '../calls/api.ts'
import { call } from '../calls/call.ts'
import { queryClient } from '../calls/query-client.ts'
import { toastAfterReload, toastError } from '../toast.ts'
import { currentUserQuery } from './current-user.ts'
import { leavePage } from './leave-page.ts'
import { signOutHere } from './signed-out-here.ts'
import { forgetPerson } from './storage.ts'

/** Ends the session by a full-page navigation, as the contract's Logout buttons do. */
export function logOut(): void {
  forgetPerson()
  leavePage(() => window.location.assign(api.logout))
}

/** @returns whether the server has ended this browser's session */
async function endSession(): Promise<boolean> {
  try {
    await call('logoutCall')
    return true
  } catch (error) {
    return error instanceof ApiError && error.status === 401
  }
}

function leave(): void {
  forgetPerson()
  leavePage(() => window.location.assign('/'))
}

/**
 * Ends the session by a call, for pages outside the dashboards, and returns to '/'. The session is the server's cookie:
 * if the call fails the session is still alive, and the page must not claim otherwise.
 */
export async function logOutByCall(): Promise<void> {
  if (await endSession()) {
    toastAfterReload(texts.loggedOut)
    return leave()
  }
  toastError(texts.logoutFailed)
}

/** Ends the session at least in this browser: if the server can't be reached, it is notified on the next visit. */
export async function logOutAnyway(): Promise<void> {
  const session = queryClient().getQueryData(currentUserQuery.queryKey)?.sessionId
  if (await endSession()) toastAfterReload(texts.loggedOut)
  else {
    if (session !== undefined) signOutHere(session)
    toastAfterReload(texts.loggedOutLocally)
  }
  leave()
}
