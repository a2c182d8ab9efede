/** Network Information API, where available (Android): its `change` also fires for new speed estimates. */
interface Connection extends EventTarget {
  type?: string
}

/** Reports when the device switched networks: back online, or from Wi-Fi to cellular. */
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
