import { useEffect, useEffectEvent } from 'react'
import { handlesKeys, keysAreOn } from '../../lib/single-keys.ts'

/** Whether a key press anywhere on the page is for its player, and nothing else uses it. */
function isForPlayer({ key, target, defaultPrevented, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (defaultPrevented || altKey || ctrlKey || metaKey || handlesKeys(target)) return false
  if (key === ' ') return !(target as Element).closest?.('button, a, summary')
  // Up and down scroll the page; they are the volume only in the player itself.
  return key.length > 1 ? !/Up|Down/.test(key) : keysAreOn()
}

/** Listens to the keys of a page for its one player, wherever the page has the focus. */
export function usePageKeys(enabled: boolean, onKey: (event: KeyboardEvent) => void): void {
  const listener = useEffectEvent(onKey)
  useEffect(() => {
    if (!enabled) return
    const onKeyDown = (event: KeyboardEvent) => isForPlayer(event) && listener(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [enabled])
}
