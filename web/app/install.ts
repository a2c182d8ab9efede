/**
 * Registers the service worker once the page has loaded everything it needs. Only in a build: in development
 * the files have no hashes, and a cache would show old ones.
 */
export function installServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () =>
    navigator.serviceWorker.register('/sw.js').catch(error => {
      // Refused in private windows, by policies, or during a server update: everything works without it.
      console.warn('The app cannot be kept for offline use', error)
    })
  if (document.readyState === 'complete') void register()
  else window.addEventListener('load', () => void register(), { once: true })
}
