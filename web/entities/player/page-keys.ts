import { keysAreOn, useFreeKeys } from '../../lib/single-keys.ts'

/** Whether a free key press on the page is for its player. */
function isForPlayer({ key, target }: KeyboardEvent): boolean {
  if (key === ' ') return !(target as Element).closest?.('button, a, summary')
  // Up and down scroll the page; they are the volume only in the player itself.
  return key.length > 1 ? !/Up|Down/.test(key) : keysAreOn()
}

/** Listens to the keys of a page for its one player, whatever has the focus. */
export const usePageKeys = (enabled: boolean, onKey: (event: KeyboardEvent) => void): void =>
  useFreeKeys(enabled, event => {
    if (isForPlayer(event)) onKey(event)
  })
