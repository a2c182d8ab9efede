import { useSyncExternalStore } from 'react'

/** Those who are told of each change. `subscribe` returns the way out. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit(): void {
      for (const listener of listeners) listener()
    },
  }
}

export interface Store<T> {
  readonly initial: T
  get: () => T
  set: (next: T) => void
  subscribe: (listener: () => void) => () => void
}

/** A value outside of the components that share it; it lives as long as the page. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const { subscribe, emit } = createListeners()
  return {
    initial,
    get: () => value,
    set(next) {
      value = next
      emit()
    },
    subscribe,
  }
}

/** The value of a store, drawn again when it changes; the initial one in what is prerendered. */
export const useStore = <T>({
  subscribe,
  get,
  initial,
}: Pick<Store<T>, 'subscribe' | 'get' | 'initial'>): T => useSyncExternalStore(subscribe, get, () => initial)
