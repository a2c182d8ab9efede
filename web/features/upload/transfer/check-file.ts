import { maxUploadBytes, videoExtensions } from '#contract/constants.ts'
import { texts } from '#texts/features/upload.ts'
import { megabytes } from '../../../lib/bytes.ts'
import type { ToastContent } from '../../../lib/toast.ts'
import { toastOf } from '../../../lib/toast.ts'

const extensionOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Of camcorders and older phones: not offered, but taken. */
const more = ['mts', 'm2ts', '3gp']

/** Whether it is a video: by its content type, or by its extension where the browser knows no type (FLV, MKV on Windows). */
const isVideo = (file: Pick<File, 'type' | 'name'>): boolean =>
  file.type ? file.type.startsWith('video/') : [...videoExtensions, ...more].includes(extensionOf(file.name))

/** Why this file can't be uploaded, as the toast to show; null if it can. */
export function refusalOf(file: Pick<File, 'type' | 'name' | 'size'>): ToastContent | null {
  if (!isVideo(file)) return texts.toasts.invalidType
  if (isTooLarge(file)) return toastOf(texts.toasts.tooLarge, { megabytes: Math.ceil(megabytes(file.size)) })
  return null
}

/** Whether it is refused for its size alone: then a stretch of it may fit. */
export const isTooLarge = (file: Pick<File, 'type' | 'name' | 'size'>): boolean =>
  file.size > maxUploadBytes && isVideo(file)

/** The file types offered in the file dialog. */
export const acceptedFiles = ['video/*', ...videoExtensions.map(extension => `.${extension}`)].join(',')
