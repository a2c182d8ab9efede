import { useState } from 'react'
import { local, viewKeys } from './browser-storage.ts'
import { keysAreOn } from './single-keys.ts'

/** Whether single-key shortcuts are on, and what turns them on and off (WCAG 2.1.4). */
export function useKeysSwitch(): [on: boolean, toggle: () => void] {
  const [on, setOn] = useState(keysAreOn)
  const toggle = () => {
    local.set(viewKeys.singleKeys, on ? 'off' : 'on')
    setOn(!on)
  }
  return [on, toggle]
}
