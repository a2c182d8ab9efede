/**
 * Keeps the screen of a phone awake while wanted: a locked phone puts the page to sleep, and its upload with it.
 * Browsers let go of the lock whenever the page is hidden, so it is asked for again when it comes back.
 * Where there is none (older browsers, low battery), the upload goes on after unlocking all the same.
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
    // Refused, by battery saving for one: nothing depends on it.
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
