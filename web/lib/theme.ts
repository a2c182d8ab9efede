import { useSyncExternalStore } from 'react'
import { local } from './browser-storage.ts'
import { createListeners } from './store.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Also read by public/theme.js before the first paint. */
const key = 'theme'
const listeners = createListeners()

function chosen(): Theme {
  const stored = local.get(key)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') {
    local.remove(key)
    delete document.documentElement.dataset.theme
  } else {
    local.set(key, theme)
    document.documentElement.dataset.theme = theme
  }
  listeners.emit()
}

export const useTheme = (): Theme =>
  useSyncExternalStore(listeners.subscribe, chosen, () => 'system' as const)
