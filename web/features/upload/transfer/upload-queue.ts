import { useSyncExternalStore } from 'react'
import type { QueuedUpload } from './upload-state.ts'

let queue: readonly QueuedUpload[] = []
const listeners = new Set<() => void>()

function change(next: readonly QueuedUpload[]): void {
  queue = next
  for (const listener of listeners) listener()
}

/** What is sent after the running upload, in order. Lives as long as the tab: a browser keeps no files longer. */
export const uploadQueue = {
  add: (more: readonly QueuedUpload[]): void => change([...queue, ...more]),
  remove: (one: QueuedUpload): void => change(queue.filter(other => other !== one)),
  clear: (): void => change([]),
  /** Takes the next out; null when nobody waits. */
  take(): QueuedUpload | null {
    const [next, ...rest] = queue
    if (!next) return null
    change(rest)
    return next
  },
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const useUploadQueue = (): readonly QueuedUpload[] => useSyncExternalStore(subscribe, () => queue)
