import { perTab } from './browser-storage.ts'
import { createStore, useStore } from './store.ts'

export interface ToastContent {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** milliseconds; toastDurationMs of the contract by default */
  duration?: number
}
export type ShownToast = ToastContent & { id: number }

const shown = createStore<ShownToast | null>(null)
let count = 0

type Message<Values> = string | ((values: Values) => string)

/** A toast's title and description with these values put in. */
export function toastOf<Values>(
  { title, description }: { readonly title: Message<Values>; readonly description?: Message<Values> },
  values: Values,
): ToastContent {
  const written = (message: Message<Values>) => (typeof message === 'string' ? message : message(values))
  return { title: written(title), ...(description ? { description: written(description) } : {}) }
}

/** Shows a toast; it replaces the current one. */
export function toast(content: ToastContent): void {
  count += 1
  shown.set({ ...content, id: count })
}

/** Shows a toast about something that failed or can't be done. */
export const toastError = (content: ToastContent): void => toast({ ...content, variant: 'destructive' })

export const shownToast = (): ShownToast | null => shown.get()

export function dismissToast(id: number): void {
  if (shownToast()?.id === id) shown.set(null)
}

export const useToast = (): ShownToast | null => useStore(shown)

const storeKey = 'toast-after-reload'

/** Keeps a toast for the next page, because a page load would remove it. */
export const toastAfterReload = (content: ToastContent): void => perTab.set(storeKey, JSON.stringify(content))

/** Shows the previous page's toast; once. */
export function showKeptToast(): void {
  const kept = perTab.get(storeKey)
  if (!kept) return
  perTab.remove(storeKey)
  toast(JSON.parse(kept) as ToastContent)
}
