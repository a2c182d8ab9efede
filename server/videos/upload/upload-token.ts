import { sentences } from '#sentences/videos.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Secrets } from '#server/core/secrets.ts'

const purpose = 'upload-url'
const pattern = /^([0-9a-f-]{36})\.(\d{10,14})\.([A-Za-z0-9_-]{43})$/

/** The last part of an upload address: video, expiry (ms since 1970), and signature. */
export function uploadToken(secrets: Secrets, videoId: string, expiresAt: Date): string {
  const text = `${videoId}.${expiresAt.getTime()}`
  return `${text}.${secrets.sign(purpose, text)}`
}

/**
 * The video of an upload address.
 * @throws AppError not_found for a forged address, gone for an expired one
 */
export function readUploadToken(secrets: Secrets, token: string, now: Date): string {
  const [, videoId, expires, signature] = pattern.exec(token) ?? []
  if (!videoId || !expires || !signature || !secrets.verify(purpose, `${videoId}.${expires}`, signature))
    throw new AppError('not_found', sentences.linkInvalid)
  if (Number(expires) < now.getTime()) throw new AppError('gone', sentences.linkExpired)
  return videoId
}
