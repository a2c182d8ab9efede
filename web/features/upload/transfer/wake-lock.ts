/**
 * Keeps a phone's screen on while wanted: a locked phone suspends the page and its upload. Browsers release the lock
 * whenever the page is hidden, so it is requested again when the page is visible. Without it (older browsers, low
 * battery) the upload resumes after unlocking.
 */
let wanted = false
let held: WakeLockSentinel | null = null

async function ask(): Promise<void> {
  if (!wanted || held || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
  try {
    const lock = await navigator.wakeLock.request('screen')
    if (!wanted) return void lock.release()
    held = lock
    lock.addEventListener('release', () => {
      held = null
    })
  } catch {
    // Refused, for example by battery saving: nothing depends on it.
  }
}

export function keepAwake(want: boolean): void {
  if (want === wanted) return
  wanted = want
  if (want) {
    document.addEventListener('visibilitychange', ask)
    void ask()
  } else {
    document.removeEventListener('visibilitychange', ask)
    void held?.release()
  }
}
