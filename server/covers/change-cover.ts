import type { Readable } from 'node:stream'
import { coverLimits } from '#contract/thumbnails.ts'
import { sentences } from '#sentences/covers.ts'
import { type Auditor, record } from '#server/audit/index.ts'
import { withBodyFile } from '#server/core/http/body-file.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'
import { setReviewDecision } from '#server/review/index.ts'
import { forgetCoverPicture, storeCoverPicture, UnusablePictureError } from '#server/streaming/index.ts'
import { unsafeFindForUpdate, type VideoRow } from '#server/videos/index.ts'
import { refusalOfCover, statusAfterCover } from './rules.ts'

export interface CoverDeps extends Pick<Deps, 'db' | 'objects' | 'clock' | 'config'> {
  /** Whether any post of a video is being sent to a platform. */
  postsUnderWay(tx: Deps['db'], videoId: string): Promise<boolean>
}

/** A frame by its second, an uploaded picture by its name; null: the measured frame. */
type Choice = { seconds: number } | { picture: string } | null

async function refuse(deps: CoverDeps, tx: Deps['db'], video: VideoRow): Promise<void> {
  const refusal = refusalOfCover({
    status: video.status,
    playable: video.stream_status === 'ready',
    underWay: await deps.postsUnderWay(tx, video.id),
  })
  if (refusal) throw new AppError('conflict', refusal)
}

async function change(
  deps: CoverDeps,
  { id, by }: { id: string; by: Auditor },
  choice: Choice,
): Promise<VideoRow> {
  const { before, after } = await deps.db.transaction().execute(async tx => {
    const video = await unsafeFindForUpdate(tx, id)
    if (!video || video.held) throw notFound('video')
    await refuse(deps, tx, video)
    if (choice && 'seconds' in choice && choice.seconds > video.duration_seconds)
      throw new AppError('invalid_input', sentences.noMoment, { field: 'timestamp' })
    const status = statusAfterCover(video.status)
    const changed = await setReviewDecision(tx, id, {
      thumbnailAt: choice && 'seconds' in choice ? Math.round(choice.seconds * 10) / 10 : null,
      coverPicture: choice && 'picture' in choice ? choice.picture : null,
      ...(status === video.status ? {} : { status, sentence: null }),
    })
    await record(tx, {
      ...by,
      action: 'video.cover',
      objectType: 'video',
      objectId: id,
      before: { timestamp: video.thumbnail_at, picture: video.cover_picture, status: video.status },
      after: { ...(choice ?? { automatic: true }), status },
    })
    return { before: video, after: changed ?? video }
  })
  if (before.cover_picture && before.stream_id)
    await forgetCoverPicture(deps.objects, before.stream_id, before.cover_picture)
  return after
}

/** Makes a frame of the video its cover. @param seconds null: the measured one @throws AppError */
export const chooseCoverFrame = (
  deps: CoverDeps,
  asked: { id: string; by: Auditor },
  seconds: number | null,
): Promise<VideoRow> => change(deps, asked, seconds === null ? null : { seconds })

/**
 * Makes an uploaded picture the cover: it is re-encoded, and nothing of the file itself is stored.
 * @throws AppError too_large, invalid_input when it isn't a picture, conflict when the cover can't change
 */
export function uploadCoverPicture(
  deps: CoverDeps,
  asked: { id: string; by: Auditor },
  video: VideoRow,
  body: Readable,
): Promise<VideoRow> {
  const tooLarge = new AppError('too_large', sentences.tooLarge, { field: 'file' })
  return withBodyFile(
    body,
    { idleMs: deps.config.bodyIdleMs, limit: coverLimits.bytes, tooLarge },
    async file => {
      await refuse(deps, deps.db, video)
      const { stream_id: streamId } = video
      if (!streamId) throw notFound('stream')
      const picture = await storeCoverPicture(deps.objects, streamId, file).catch(cause => {
        if (!(cause instanceof UnusablePictureError)) throw cause
        throw new AppError('invalid_input', cause.sentence, { field: 'file', cause })
      })
      try {
        return await change(deps, asked, { picture })
      } catch (error) {
        await forgetCoverPicture(deps.objects, streamId, picture)
        throw error
      }
    },
  )
}
