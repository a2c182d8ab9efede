import { sentences } from '#sentences/review.ts'
import { lockResult } from '#server/analysis/index.ts'
import type { Tx } from '#server/core/db/database.ts'
import { AppError } from '#server/core/http/errors.ts'
import {
  type ApprovedAs,
  approvedOf,
  coverSeconds,
  setApproval,
  setCoverAt,
  type VideoRow,
} from '#server/videos/index.ts'

/**
 * Freezes what staff approve, as part of their decision: the bytes, the texts, and the analysis that
 * highlights and reels come from. Staff can still change what they choose themselves (texts, cover and
 * approvals).
 * @throws AppError conflict while the upload isn't complete
 */
export async function fixApproval(tx: Tx, video: VideoRow): Promise<ApprovedAs> {
  if (!video.original_sha256) throw new AppError('conflict', sentences.fileBeingChecked)
  const run = await lockResult(tx, video.id)
  const approved: ApprovedAs = {
    sha256: video.original_sha256,
    title: video.title,
    description: video.description,
    tags: video.tags,
    texts: video.ai_texts,
    runId: run?.runId ?? null,
  }
  await setApproval(tx, video.id, approved)
  // From here on, no later measurement changes the cover.
  if (video.cover_at === null) await setCoverAt(tx, video.id, coverSeconds(video))
  return approved
}

/** The same, unless it is already frozen. */
export const keepApproval = async (tx: Tx, video: VideoRow): Promise<ApprovedAs> =>
  approvedOf(video) ?? (await fixApproval(tx, video))
