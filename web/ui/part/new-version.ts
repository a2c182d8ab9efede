import { perTab } from '../../lib/browser-storage.ts'

const storeKey = 'reloaded-for-new-version'
const pauseMs = 60_000

/**
 * Reloads the page if the server no longer has the page's entry script, because another build replaced it; at most once
 * a minute. Where the server can't be reached, nothing happens: a page that is there is worth more than a failed reload.
 */
export async function reloadForNewVersion(): Promise<void> {
  if (Date.now() - Number(perTab.get(storeKey)) < pauseMs) return
  // Either the page loads its entry script itself, or start.js does.
  const script = document.querySelector<HTMLScriptElement>('script[data-app],script[type=module]')
  const entry = script?.dataset.app ?? script?.src
  if (!entry) return
  const answer = await fetch(entry, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (answer?.status !== 404) return
  perTab.set(storeKey, String(Date.now()))
  window.location.reload()
}
