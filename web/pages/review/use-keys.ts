import { useFreeKeys } from '../../lib/single-keys.ts'

/** Elements that Space presses or moves. */
const pressed = 'button, a, summary, [role=tab], [role=slider]'

/** Calls the action of a pressed key: its lower-case letter or digit, or 'space'. Not while typing. */
export function useKeys(enabled: boolean, actions: Record<string, () => void>): void {
  useFreeKeys(enabled, event => {
    const space = event.key === ' '
    if (space && event.target instanceof Element && event.target.closest(pressed)) return
    const action = actions[space ? 'space' : event.key.toLowerCase()]
    if (!action) return
    event.preventDefault()
    action()
  })
}
