import { useCallback, useSyncExternalStore } from 'react'

/**
 * The playhead's position in seconds. Read by subscription, so that sixty changes a second move one line instead of
 * rendering the whole screen.
 */
export interface TimeSource {
  get(): number
  subscribe(listener: () => void): () => void
}

export const standingStill: TimeSource = { get: () => 0, subscribe: () => () => undefined }

/** What `select` returns for the time; the component renders again only when that changes. */
export function useTime<T extends string | number | boolean>(
  source: TimeSource,
  select: (seconds: number) => T,
): T {
  const subscribe = useCallback((listener: () => void) => source.subscribe(listener), [source])
  const selected = () => select(source.get())
  return useSyncExternalStore(subscribe, selected, selected)
}
