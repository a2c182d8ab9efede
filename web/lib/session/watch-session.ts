import { storageKeys } from '#contract/constants.ts'
import { leavePage } from './leave-page.ts'
import { storedUser, userOfPage } from './storage.ts'

function hide(): void {
  const root = document.getElementById('root')
  if (root) root.hidden = true
}

/** Reloads the page for the person signed in now. Never returns. */
export function reloadForNewUser(): Promise<never> {
  hide()
  leavePage(() => window.location.reload())
  return new Promise(() => undefined)
}

/** The page shows someone who isn't signed in here any more: they signed out, or someone else signed in. */
const isOutdated = () => userOfPage() !== null && userOfPage() !== storedUser()

/**
 * Keeps a page from showing one person's data to the next, when another tab signs out or in, and when the Back button
 * restores the page as it was. @param onSignedIn called when another tab signed in while nobody was signed in here
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
  // Hidden before the browser snapshots it, so that nothing shows for a moment when it is restored.
  const onPageHide = () => isOutdated() && hide()
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onPageShow)
  window.addEventListener('pagehide', onPageHide)
  // What another tab has stored before anybody listened here.
  compare()
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onPageShow)
    window.removeEventListener('pagehide', onPageHide)
  }
}
