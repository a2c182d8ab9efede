import type { Video } from '#contract/videos.ts'
import type { Failure } from './failure.ts'
import type { TransferProgress } from './transfer.ts'

export interface UploadFields {
  title: string
  description: string
  category: Video['category']
}

/** A file that waits until the ones before it are sent. */
export interface QueuedUpload {
  file: File
  fields: UploadFields
}

/** The form's name among the drafts. */
export const uploadDraft = 'upload'

/** The upload that is under way, from its first byte until it is put away. */
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
  /** `earlier`: those of the same batch that were sent before it */
  | { phase: 'complete'; job: UploadJob; streamId: string | null; earlier: readonly UploadJob[] }
  | { phase: 'error'; job: UploadJob; failure: Failure }
  /** the server has no record of it yet: file and words are kept here, to be tried again */
  | { phase: 'error'; job: null; unsent: QueuedUpload; failure: Failure }
