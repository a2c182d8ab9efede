import { createStore, useStore } from '../../../lib/store.ts'
import type { QueuedUpload } from './upload-state.ts'

const store = createStore<readonly QueuedUpload[]>([])

/** Files to send after the running upload, in order. Lasts as long as the tab: browsers don't keep files longer. */
export const uploadQueue = {
  add: (more: readonly QueuedUpload[]): void => store.set([...store.get(), ...more]),
  remove: (one: QueuedUpload): void => store.set(store.get().filter(other => other !== one)),
  clear: (): void => store.set([]),
  /** Removes and returns the next one; null if the queue is empty. */
  take(): QueuedUpload | null {
    const [next, ...rest] = store.get()
    if (!next) return null
    store.set(rest)
    return next
  },
}

export const useUploadQueue = (): readonly QueuedUpload[] => useStore(store)
