import { useSyncExternalStore } from 'react'
import { perTab } from './browser-storage.ts'

export interface ToastContent {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  /** milliseconds; toastDurationMs of the contract unless told otherwise */
  duration?: number
}
export type ShownToast = ToastContent & { id: number }

let current: ShownToast | null = null
let count = 0
const listeners = new Set<() => void>()

function show(next: ShownToast | null): void {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a toast; one at a time, so that it replaces the one before. */
export function toast(content: ToastContent): void {
  count += 1
  show({ ...content, id: count })
}

export function dismissToast(id: number): void {
  if (current?.id === id) show(null)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useToast = (): ShownToast | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )

const storeKey = 'toast-after-reload'

/** Keeps a toast for the page that is about to be loaded, which would otherwise wipe it away. */
export const toastAfterReload = (content: ToastContent): void => perTab.set(storeKey, JSON.stringify(content))

/** Shows what the page before left behind; once. */
export function showKeptToast(): void {
  const kept = perTab.get(storeKey)
  if (!kept) return
  perTab.remove(storeKey)
  toast(JSON.parse(kept) as ToastContent)
}
