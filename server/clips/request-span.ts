import type { Clip } from '#contract/clips.ts'
import { sentences } from '#sentences/clips.ts'
import type { Tx } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { VideoRow } from '#server/videos/index.ts'
import { clipJob } from './jobs.ts'
import { digestOf, durationOf, settleParts } from './rules.ts'
import { type ClipRow, openClip } from './store.ts'

/**
 * Requests a section of a video by its seconds, when no analysis chose one; in the caller's transaction.
 * @throws AppError conflict while there is no original
 */
export async function requestSpanIn(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  video: VideoRow,
  { start, end, format }: { start: number; end: number; format: Clip['format'] },
): Promise<ClipRow> {
  if (!video.original_key) throw new AppError('conflict', sentences.notReady)
  const parts = settleParts([{ start, end, focus: [] }], video.duration_seconds)
  const clip = await openClip(tx, {
    videoId: video.id,
    kind: 'reel',
    format,
    parts,
    digest: digestOf(format, parts),
    durationSeconds: durationOf(parts),
  })
  if (clip.status === 'pending') await jobs.send(tx, clipJob, { clipId: clip.id })
  return clip
}
