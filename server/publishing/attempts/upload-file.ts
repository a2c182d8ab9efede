import { sentences as history } from '#sentences/history.ts'
import { unsafeFindClip } from '#server/clips/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { PermanentJobError } from '#server/core/jobs/definition.ts'
import { type Sentence, SentenceError } from '#server/core/sentences.ts'
import { refusalOfMusic } from '#server/music/index.ts'
import { PublishError, type UploadFile } from '#server/platforms/index.ts'
import { findShared, forgetFailedShared } from '#server/streaming/index.ts'
import {
  approvedOf,
  checkedOriginal,
  requestShared,
  unsafeFind,
  type VideoRow,
} from '#server/videos/index.ts'
import type { PublishingDeps } from '../deps.ts'
import type { PublicationRow } from '../store.ts'

type FileDeps = Pick<PublishingDeps, 'db' | 'jobs' | 'objects'>

/** The clip is still being rendered. */
export class NotRenderedError extends SentenceError {
  override name = 'NotRenderedError'
}

const lost = (code: string) => new PublishError('reject', history.fileGone, { code, actor: 'trailcut' })

async function fileAt(deps: FileDeps, key: string, durationSeconds: number): Promise<UploadFile> {
  const head = await deps.objects.head(key)
  if (!head) throw lost('no_object')
  return {
    size: head.size,
    type: 'video/mp4',
    durationSeconds,
    async open(start, end) {
      const stream = await deps.objects.get(key, { start, end })
      if (!stream) throw lost('no_object')
      return stream
    },
  }
}

/** @throws PublishError when the original differs from the reviewed one: then nothing is published */
async function refuseChanged(deps: FileDeps, video: VideoRow): Promise<void> {
  const changed = () =>
    new PublishError('reject', history.fileChanged, {
      code: 'changed_original',
      actor: 'trailcut',
    })
  const reviewed = approvedOf(video)?.sha256
  if (reviewed && reviewed !== video.original_sha256) throw changed()
  try {
    await checkedOriginal(deps, video)
  } catch (error) {
    throw error instanceof PermanentJobError ? changed() : error
  }
}

/** The whole video as platforms receive it. The original with the camera's metadata stays here. */
async function sharedFileOf(deps: FileDeps, video: VideoRow): Promise<UploadFile> {
  const shared = await findShared(deps.db, video.id)
  if (shared?.status === 'failed') {
    await forgetFailedShared(deps.db, video.id)
    throw new PublishError('reject', history.fileNotPrepared, {
      code: 'share_failed',
      actor: 'trailcut',
    })
  }
  if (!shared?.key) {
    await deps.db.transaction().execute(tx => requestShared(tx, deps, video.id))
    throw new NotRenderedError(history.filePreparing)
  }
  return fileAt(deps, shared.key, video.duration_seconds)
}

/**
 * The bytes of a publication. @throws NotRenderedError while they are being rendered, PublishError when they
 * never will be
 */
export async function uploadFileOf(deps: FileDeps, row: PublicationRow): Promise<UploadFile> {
  const video = row.video_id ? await unsafeFind(deps.db, row.video_id) : null
  if (!video) throw lost('no_video')
  if (row.clip_id === null) {
    if (!video.original_key) throw lost('no_original')
    await refuseChanged(deps, video)
    return sharedFileOf(deps, video)
  }
  const clip = await unsafeFindClip(deps.db, row.clip_id)
  if (clip?.status === 'failed')
    throw new PublishError('reject', history.clipFailed, {
      code: 'clip_failed',
      actor: 'trailcut',
    })
  if (!clip) throw lost('no_clip')
  if (clip.status !== 'ready' || !clip.object_key) throw new NotRenderedError(history.clipRendering)
  return fileAt(deps, clip.object_key, clip.duration_seconds)
}

/** Why the music of a publication's clip keeps it from going out; null when nothing does. */
export async function unplayable(db: Queryable, clipId: string | null): Promise<Sentence | null> {
  const clip = clipId ? await unsafeFindClip(db, clipId) : null
  return clip && (await refusalOfMusic(db, clip))
}

/** Length of the file that a publication sent, in seconds; null when it no longer exists. */
export async function durationOf(deps: Pick<FileDeps, 'db'>, row: PublicationRow): Promise<number | null> {
  if (row.clip_id !== null) return (await unsafeFindClip(deps.db, row.clip_id))?.duration_seconds ?? null
  const video = row.video_id ? await unsafeFind(deps.db, row.video_id) : null
  return video?.duration_seconds ?? null
}
