import { storageKeys } from '#contract/constants.ts'
import { storedUser, userOfPage } from './storage.ts'

function hide(): void {
  const root = document.getElementById('root')
  if (root) root.hidden = true
}

/** Loads the page anew, for whoever is signed in now. Never comes back. */
export function reloadForNewUser(): Promise<never> {
  hide()
  window.location.reload()
  return new Promise(() => undefined)
}

/** What is shown is of somebody who is not signed in here any more: signed out, or another person signed in. */
const isOutdated = () => userOfPage() !== null && userOfPage() !== storedUser()

/**
 * Keeps a page from showing one person's things to the next, when another tab signs out or in, and when the Back
 * button brings the page back as it was left.
 * @param onSignedIn called when another tab signed in while nobody was here
 */
export function watchSession(onSignedIn: () => void): () => void {
  const compare = () => {
    if (isOutdated()) void reloadForNewUser()
    else if (userOfPage() === null && storedUser() !== null) onSignedIn()
  }
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === storageKeys.userToken) compare()
  }
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && compare()
  // Hidden before the browser keeps a picture of it: nothing of it is seen for even a moment when it comes back.
  const onPageHide = () => isOutdated() && hide()
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onPageShow)
  window.addEventListener('pagehide', onPageHide)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onPageShow)
    window.removeEventListener('pagehide', onPageHide)
  }
}
