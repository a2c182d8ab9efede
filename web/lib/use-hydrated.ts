import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether this runs in a browser and hydration is done. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
