import { useSyncExternalStore } from 'react'
import { themeCookie } from '#contract/drawn-page.ts'
import { createListeners } from './store.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const listeners = createListeners()

const chosen = (): Theme =>
  themes.find(theme => document.cookie.split('; ').includes(`${themeCookie}=${theme}`)) ?? 'system'

export function chooseTheme(theme: Theme): void {
  const seconds = theme === 'system' ? 0 : 34_560_000
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=${seconds}; samesite=lax`
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  listeners.emit()
}

export const useTheme = (): Theme =>
  useSyncExternalStore(listeners.subscribe, chosen, () => 'system' as const)
