import { useLayoutEffect } from 'react'

/**
 * The server may send a page with its title and picture drawn above the app's place. They stay until the app has
 * something to show instead of a spinner.
 */
export const firstViewId = 'first-view'

let waiting = 0

/** Removes the first view unless something on the page still waits. */
export function endFirstView(): void {
  // A spinner that goes may be followed by another in the same commit.
  queueMicrotask(() => {
    if (waiting === 0) document.getElementById(firstViewId)?.remove()
  })
}

/** For what is shown while a page loads: keeps the first view as long as it is there. */
export function useWaiting(): void {
  useLayoutEffect(() => {
    waiting++
    return () => {
      waiting--
      endFirstView()
    }
  }, [])
}
