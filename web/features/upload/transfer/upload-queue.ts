import { createStore, useStore } from '../../../lib/store.ts'
import type { QueuedUpload } from './upload-state.ts'

const store = createStore<readonly QueuedUpload[]>([])

/** What is sent after the running upload, in order. Lives as long as the tab: a browser keeps no files longer. */
export const uploadQueue = {
  add: (more: readonly QueuedUpload[]): void => store.set([...store.get(), ...more]),
  remove: (one: QueuedUpload): void => store.set(store.get().filter(other => other !== one)),
  clear: (): void => store.set([]),
  /** Takes the next out; null when nobody waits. */
  take(): QueuedUpload | null {
    const [next, ...rest] = store.get()
    if (!next) return null
    store.set(rest)
    return next
  },
}

export const useUploadQueue = (): readonly QueuedUpload[] => useStore(store)
