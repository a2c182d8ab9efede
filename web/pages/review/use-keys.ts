import { useEffect, useEffectEvent, useState } from 'react'
import { local, viewKeys } from '../../lib/browser-storage.ts'

const storageKey = viewKeys.reviewKeys

/** Where a letter is text, or where a menu or dialog handles keys. */
const typing = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'
/** Elements that Space presses or moves. */
const pressed = 'button, a, summary, [role=tab], [role=slider]'

/** Whether single-key shortcuts are on; people who use speech input or often press keys by accident turn them off. */
export function useKeysSwitch(): [boolean, () => void] {
  const [on, setOn] = useState(() => local.get(storageKey) !== 'off')
  const toggle = () => {
    local.set(storageKey, on ? 'off' : 'on')
    setOn(!on)
  }
  return [on, toggle]
}

/** Calls the action of a pressed key: its lower-case letter or digit, or 'space'. Not while typing. */
export function useKeys(enabled: boolean, actions: Record<string, () => void>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
    const target = event.target instanceof Element ? event.target : null
    if (target?.closest(typing)) return
    const space = event.key === ' '
    if (space && target?.closest(pressed)) return
    const action = actions[space ? 'space' : event.key.toLowerCase()]
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    if (!enabled) return
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [enabled])
}
