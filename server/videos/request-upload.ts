import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { uploadUrlBody } from '#contract/videos.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/permission.ts'
import { plainFileName, sentences, titleFromFileName, uploadExpiryMs } from './rules.ts'
import { insertVideo, type VideoRow } from './store.ts'
import { uploadToken } from './upload-token.ts'

/**
 * Opens an upload: a row that waits for its bytes, and the address they go to.
 * @throws AppError too_large when the announced size is over the limit
 */
export async function requestUpload(
  deps: Pick<Deps, 'db' | 'secrets' | 'clock' | 'publicUrl' | 'config'>,
  owner: Pick<Actor, 'id' | 'emailVerified'>,
  wish: z.output<typeof uploadUrlBody>,
): Promise<{ video: VideoRow; uploadUrl: string }> {
  const limit = deps.config.maxUploadBytes
  if (wish.fileSize !== undefined && wish.fileSize > limit)
    throw new AppError('too_large', sentences.tooLarge(Math.floor(limit / 1024 / 1024)), {
      field: 'fileSize',
    })
  if (wish.fileSize === 0) throw new AppError('bad_request', sentences.empty, { field: 'fileSize' })
  const video = await insertVideo(deps.db, {
    id: randomUUID(),
    userId: owner.id,
    ownerVerified: owner.emailVerified,
    title: wish.title || titleFromFileName(wish.fileName),
    description: wish.description,
    category: wish.category,
    fileName: plainFileName(wish.fileName),
    fingerprint: wish.fingerprint ?? null,
  })
  const token = uploadToken(deps.secrets, video.id, new Date(deps.clock.now().getTime() + uploadExpiryMs))
  return { video, uploadUrl: `/api/uploads/${token}` }
}
