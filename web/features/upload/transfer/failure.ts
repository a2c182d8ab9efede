import { texts } from '#texts/features/upload.ts'
import { megabytes } from '../../../lib/bytes.ts'

export interface Failure {
  /** the contract's sentence */
  message: string
  /** what to do about it, or what the server said */
  detail: string | null
  /** the upload can resume with the chosen file */
  resumable: boolean
  /** what was sent is kept for when the file is chosen again; as resumable unless set */
  kept?: boolean
  /** retry automatically when the device is back online */
  whenOnline: boolean
}

/** A failure that repeating it unchanged won't mend. */
export const plainFailure = (message: string, detail: string | null): Failure => ({
  message,
  detail,
  resumable: false,
  whenOnline: false,
})

/** How the transfer ended: a status with its sentence, no answer, a missing file, or silence for too long. */
export type Cause =
  | { kind: 'status'; status: number; sentence: string | null }
  | { kind: 'network'; online: boolean; otherOrigin: boolean; nothingSent: boolean }
  | { kind: 'file' }
  | { kind: 'silence' }

/** The contract's catalog of upload failures. */
export function failureOf(cause: Cause, fileSize: number): Failure {
  const { errors, advice } = texts
  if (cause.kind === 'silence')
    return { message: errors.timeout, detail: null, resumable: true, whenOnline: true }
  if (cause.kind === 'file')
    return {
      message: errors.unreadable,
      detail: advice.unreadable,
      resumable: false,
      kept: true,
      whenOnline: false,
    }
  if (cause.kind === 'network') {
    const blocked = cause.online && cause.otherOrigin && cause.nothingSent
    const detail = blocked ? advice.cors : cause.online ? advice.attempts : advice.network
    return { message: errors.attempts, detail, resumable: true, whenOnline: !cause.online }
  }
  const { status, sentence } = cause
  const answered = (message: string, resumable: boolean): Failure => ({
    message,
    detail: sentence,
    resumable,
    whenOnline: false,
  })
  if (status === 413) return answered(errors.tooLarge({ megabytes: Math.ceil(megabytes(fileSize)) }), false)
  if (status === 408) return answered(errors.timeout, true)
  if (status === 429) return answered(errors.tooMany, true)
  return answered(errors.status({ code: status }), status >= 500)
}

/** Whether to repeat an attempt: the connection broke, the server failed, or another request still holds the upload. */
export const isRepeatable = (status: number | null): boolean =>
  status === null || status >= 500 || status === 409 || status === 423
