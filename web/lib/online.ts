import { useEffect, useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the device is online, as far as the browser knows. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

/** Calls back once the browser says that the device is online again. */
export function useBackOnline(callback: () => void): void {
  useEffect(() => {
    window.addEventListener('online', callback)
    return () => window.removeEventListener('online', callback)
  }, [callback])
}
