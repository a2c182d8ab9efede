import { createStore, useStore } from '../../../lib/store.ts'
import { isReady, type QueuedUpload } from './upload-state.ts'

const store = createStore<readonly QueuedUpload[]>([])

/** This tab's files after the running upload, in order: those that wait, and those that were refused. */
export const uploadQueue = {
  add: (more: readonly QueuedUpload[]): void => store.set([...store.get(), ...more]),
  remove: (one: QueuedUpload): void => store.set(store.get().filter(other => other !== one)),
  /** Whether a file waits that can be sent. */
  hasNext: (): boolean => store.get().some(isReady),
  /** Removes and returns the next one; null if none can be sent. */
  take() {
    const next = store.get().find(isReady)
    if (!next) return null
    uploadQueue.remove(next)
    return next
  },
}

export const useUploadQueue = (): readonly QueuedUpload[] => useStore(store)
