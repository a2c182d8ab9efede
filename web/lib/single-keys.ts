import { useEffect, useEffectEvent, useState } from 'react'
import { local, viewKeys } from './browser-storage.ts'

/** Whether single-key shortcuts are on; people who use speech input or often press keys by accident turn them off. */
export const keysAreOn = (): boolean => local.get(viewKeys.singleKeys) !== 'off'

/** Whether they are on, and what turns them on and off (WCAG 2.1.4). */
export function useKeysSwitch(): [on: boolean, toggle: () => void] {
  const [on, setOn] = useState(keysAreOn)
  const toggle = () => {
    local.set(viewKeys.singleKeys, on ? 'off' : 'on')
    setOn(!on)
  }
  return [on, toggle]
}

const typing = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'

/** Whether a press is free for a shortcut: it isn't text, and nothing else uses it, such as a menu, dialog or the browser. */
const isFree = ({ target, defaultPrevented, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  !(defaultPrevented || altKey || ctrlKey || metaKey) &&
  !(target instanceof Element && target.closest(typing))

/** Listens to key presses that are free for shortcuts, wherever on the page. */
export function useFreeKeys(enabled: boolean, onKey: (event: KeyboardEvent) => void): void {
  const listener = useEffectEvent((event: KeyboardEvent) => {
    if (isFree(event)) onKey(event)
  })
  useEffect(() => {
    if (!enabled) return
    const onKeyDown = (event: KeyboardEvent) => listener(event)
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [enabled])
}
