import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether this is drawn in a browser, and what was prerendered has been taken over. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
