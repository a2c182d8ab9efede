import { useSyncExternalStore } from 'react'

/** The subscribers of something that changes. `subscribe` returns the function that unsubscribes. */
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

/** A value shared by components that have no common parent. It lives as long as the page. */
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

/** The value of a store; the component renders again when it changes. Prerendered pages get the initial value. */
export const useStore = <T>({
  subscribe,
  get,
  initial,
}: Pick<Store<T>, 'subscribe' | 'get' | 'initial'>): T => useSyncExternalStore(subscribe, get, () => initial)
