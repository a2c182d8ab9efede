import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { api } from '#contract/paths.ts'
import type { uploadUrlBody } from '#contract/videos.ts'
import { sentences } from '#sentences/videos.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Actor } from '#server/core/http/permission.ts'
import type { Deps } from '#server/deps.ts'
import { plainFileName, titleOfFile, uploadExpiryMs } from '../rules.ts'
import type { VideoRow } from '../store.ts'
import type { Incoming } from './incoming.ts'
import { insertVideo } from './store.ts'
import { refusalOf } from './upload-budget.ts'
import { uploadToken } from './upload-token.ts'

/**
 * Opens an upload: a row that waits for its bytes, and the address for them.
 * @throws AppError too_large when the announced size exceeds the limit; over_budget, too_many_requests or
 * no_space when
 *   there is no room for it
 */
export async function requestUpload(
  deps: Pick<Deps, 'db' | 'secrets' | 'clock' | 'publicUrl' | 'config'> & { incoming: Incoming },
  owner: Pick<Actor, 'id' | 'emailVerified'>,
  wanted: z.output<typeof uploadUrlBody>,
): Promise<{ video: VideoRow; uploadUrl: string }> {
  const limit = deps.config.maxUploadBytes
  if (wanted.fileSize !== undefined && wanted.fileSize > limit)
    throw new AppError('too_large', sentences.tooLarge({ megabytes: Math.floor(limit / 1024 / 1024) }), {
      field: 'fileSize',
    })
  if (wanted.fileSize === 0) throw new AppError('bad_request', sentences.empty, { field: 'fileSize' })
  const bytes = wanted.fileSize ?? 0
  await deps.incoming.room.check(deps.incoming.roomFor(bytes))
  const video = await deps.db.transaction().execute(async tx => {
    const asked = { openUploads: 1, bytes, seconds: 0 }
    const refusal = await refusalOf(tx, deps.config.budgets, {
      userId: owner.id,
      videoId: null,
      wanted: asked,
    })
    if (refusal) throw refusal
    return insertVideo(tx, {
      id: randomUUID(),
      userId: owner.id,
      ownerVerified: owner.emailVerified,
      title: wanted.title || titleOfFile(wanted.fileName),
      description: wanted.description,
      category: wanted.category,
      fileName: plainFileName(wanted.fileName),
      fingerprint: wanted.fingerprint ?? null,
      reservedBytes: bytes,
    })
  })
  const token = uploadToken(deps.secrets, video.id, new Date(deps.clock.now().getTime() + uploadExpiryMs))
  return { video, uploadUrl: api.uploadForm(token) }
}
