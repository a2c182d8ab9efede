import type { Insertable } from 'kysely'
import type { Verdict } from '#contract/learning.ts'
import type { Queryable } from '#server/core/db/database.ts'
import type { ReviewLabels } from '../../db/schema.generated.ts'

export type NewLabel = Insertable<ReviewLabels>

export async function insertLabels(tx: Queryable, labels: readonly NewLabel[]): Promise<void> {
  if (labels.length > 0) await tx.insertInto('review_labels').values(labels).execute()
}

/** A reviewer's latest verdict on a highlight; null when none. */
export async function verdictOf(
  tx: Queryable,
  { runId, highlight, reviewerId }: { runId: string; highlight: number; reviewerId: string },
): Promise<Verdict | null> {
  const row = await tx
    .selectFrom('review_labels')
    .select('verdict')
    .where('run_id', '=', runId)
    .where('highlight', '=', highlight)
    .where('reviewer_id', '=', reviewerId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.verdict ?? null
}

/** Indexes of the highlights with a verdict. */
export async function judgedHighlights(tx: Queryable, runId: string): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('review_labels')
    .select('highlight')
    .distinct()
    .where('run_id', '=', runId)
    .where('highlight', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ highlight }) => (highlight === null ? [] : [highlight])))
}

/** Deletes the labels from one decision about a video. @param version review_version after that decision */
export async function deleteLabelsOf(tx: Queryable, videoId: string, version: number): Promise<void> {
  await tx
    .deleteFrom('review_labels')
    .where('video_id', '=', videoId)
    .where('version', '=', version)
    .execute()
}

/** Deletes every label of a rider's videos. @returns how many */
export async function deleteLabelsOfRider(tx: Queryable, userId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('review_labels')
    .where('video_id', 'in', q => q.selectFrom('videos').select('videos.id').where('user_id', '=', userId))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
