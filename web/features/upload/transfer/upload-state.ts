import type { Video } from '#contract/videos.ts'
import type { Failure } from './failure.ts'
import type { TransferProgress } from './transfer.ts'

export interface UploadFields {
  title: string
  description: string
  category: Video['category']
}

/** A file that waits for the ones before it. */
export interface QueuedUpload {
  file: File
  fields: UploadFields
}

/** The form's name among the drafts. */
export const uploadDraft = 'upload'

/** The running upload, from its first byte until the rider dismisses it. */
export interface UploadJob extends UploadFields {
  file: File
  videoId: string
  uploadUrl: string
}

export type UploadState =
  | { phase: 'idle' }
  | { phase: 'preparing'; fields: UploadFields; fileName: string }
  | ({ phase: 'uploading'; job: UploadJob; paused: boolean } & TransferProgress)
  | { phase: 'processing'; job: UploadJob; progress: number }
  /** `earlier`: titles of the same batch that were sent before it */
  | { phase: 'complete'; job: UploadJob; streamId: string | null; earlier: readonly UploadJob[] }
  | { phase: 'error'; job: UploadJob; failure: Failure }
  /** the server has no record of it yet: file and fields are kept here for a retry */
  | { phase: 'error'; job: null; unsent: QueuedUpload; failure: Failure }
