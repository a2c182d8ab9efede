import type { Video } from '#contract/videos.ts'
import type { Failure } from './failure.ts'
import type { TransferProgress } from './transfer.ts'
import type { QueuedUpload } from './upload-queue.ts'

export interface UploadFields {
  title: string
  description: string
  category: Video['category']
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
  | { phase: 'complete'; job: UploadJob; streamId: string | null }
  | { phase: 'error'; job: UploadJob; failure: Failure }
  /** the server has no record of it yet: file and words are kept here, to be tried again */
  | { phase: 'error'; job: null; unsent: QueuedUpload; failure: Failure }
