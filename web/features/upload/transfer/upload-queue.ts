import { createStore, useStore } from '../../../lib/store.ts'
import type { QueuedUpload } from './upload-state.ts'

const store = createStore<readonly QueuedUpload[]>([])

/**
 * Files to send after the running upload, in order, and those that were refused. Lasts as long as the tab: browsers don't
 * keep files longer.
 */
export const uploadQueue = {
  add: (more: readonly QueuedUpload[]): void => store.set([...store.get(), ...more]),
  remove: (one: QueuedUpload): void => store.set(store.get().filter(other => other !== one)),
  /** Whether a file waits that may be sent. */
  hasNext: (): boolean => store.get().some(({ refused }) => !refused),
  /** Removes and returns the next one; null if none waits. */
  take(): QueuedUpload | null {
    const next = store.get().find(({ refused }) => !refused)
    if (!next) return null
    uploadQueue.remove(next)
    return next
  },
}

export const useUploadQueue = (): readonly QueuedUpload[] => useStore(store)
