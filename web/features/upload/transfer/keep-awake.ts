/**
 * Keeps a phone's screen on while wanted: a locked phone suspends the page and its upload. Browsers release the lock
 * whenever the page is hidden, so it is requested again when the page is visible. Without it (older browsers, low
 * battery) the upload resumes after unlocking.
 */
let lockWanted = false
let heldLock: WakeLockSentinel | null = null

async function askForLock(): Promise<void> {
  if (!lockWanted || heldLock || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
  try {
    const lock = await navigator.wakeLock.request('screen')
    if (!lockWanted) return void lock.release()
    heldLock = lock
    lock.addEventListener('release', () => {
      heldLock = null
    })
  } catch {
    // Refused, for example by battery saving: nothing depends on it.
  }
}

export function keepAwake(want: boolean): void {
  if (want === lockWanted) return
  lockWanted = want
  if (want) {
    document.addEventListener('visibilitychange', askForLock)
    void askForLock()
  } else {
    document.removeEventListener('visibilitychange', askForLock)
    void heldLock?.release()
  }
}
