/** Network Information API, where a browser has it (Android): its `change` also fires for mere guesses of speed. */
interface Connection extends EventTarget {
  type?: string
}

/** Tells when the device is on another line than before: back from offline, or from Wi-Fi to a cell. */
export function onNewLine(tell: () => void): { watch(): void; ignore(): void } {
  const connection = (navigator as Navigator & { connection?: Connection }).connection
  let type = connection?.type
  const changed = () => {
    if (connection?.type === type) return
    type = connection?.type
    if (navigator.onLine) tell()
  }
  return {
    watch() {
      type = connection?.type
      window.addEventListener('online', tell)
      connection?.addEventListener('change', changed)
    },
    ignore() {
      window.removeEventListener('online', tell)
      connection?.removeEventListener('change', changed)
    },
  }
}
