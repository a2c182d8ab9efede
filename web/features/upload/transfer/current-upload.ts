import { createStore, useStore } from '../../../lib/store.ts'
import type { UploadState } from './upload-state.ts'

/** This tab's upload. Apart from the uploader, so that screens that only show it don't load what sends it. */
export const currentUpload = createStore<UploadState>({ phase: 'idle' })

export const useUpload = (): UploadState => useStore(currentUpload)
