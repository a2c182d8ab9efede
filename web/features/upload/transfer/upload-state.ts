import type { Video } from '#contract/videos.ts'
import type { Failure } from './failure.ts'
import { type StretchOf, stretchesOf } from './stretch-of.ts'
import type { TransferProgress } from './transfer.ts'

export interface UploadFields {
  title: string
  description: string
  category: Video['category']
}

export type FileFacts = Pick<File, 'name' | 'size' | 'lastModified'>

/** A file to upload: waiting for those before it, being sent, or refused. */
export interface QueuedUpload {
  id: string
  /** what is known of it, if the browser couldn't keep it over a reload: then the rider chooses it again */
  file: File | FileFacts
  fields: UploadFields
  /** what the file was cut from, to cut it again if the browser couldn't keep it */
  of?: StretchOf | undefined
  /** what the server knows it by, once it has a record of it */
  begun: { videoId: string; uploadUrl: string } | null
  /** why it isn't uploaded; it stays listed until the rider tries again or removes it */
  refused: Failure | null
}

export const emptyFields: UploadFields = { title: '', description: '', category: 'utv' }

/** A chosen file with what the rider says about it. */
export const waiting = (file: File, fields: UploadFields): SendableUpload => ({
  id: `${Date.now()}-${Math.random()}`,
  file,
  fields,
  of: stretchesOf.get(file),
  begun: null,
  refused: null,
})

/** Whether it can be sent without asking the rider. */
export const isReady = (upload: QueuedUpload): upload is SendableUpload =>
  !upload.refused && upload.file instanceof File

/** Whether this browser doesn't have a begun upload's file any more. */
export const needsItsFile = ({ file, refused }: QueuedUpload): boolean =>
  !(file instanceof File) || !!refused?.kept

/** The form's name among the drafts. */
export const uploadDraft = 'upload'

/** One whose file is here. */
export type SendableUpload = QueuedUpload & { file: File }

/** The running upload, from its first byte until the rider dismisses it. */
export interface UploadJob extends QueuedUpload {
  file: File
  begun: NonNullable<QueuedUpload['begun']>
}

export type UploadState =
  /** `canceled`: what the form opens with, for who canceled by slip or to change it */
  | { phase: 'idle'; canceled?: SendableUpload | null }
  | { phase: 'preparing'; fields: UploadFields; fileName: string }
  | ({ phase: 'uploading'; job: UploadJob; paused: boolean } & TransferProgress)
  | { phase: 'processing'; job: UploadJob; progress: number }
  /** `earlier`: those of the same batch that were sent before it */
  | { phase: 'complete'; job: UploadJob; streamId: string | null; earlier: readonly UploadJob[] }
  | { phase: 'error'; upload: SendableUpload; failure: Failure }
