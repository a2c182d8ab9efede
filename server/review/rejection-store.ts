import type { Queryable } from '#server/core/db/database.ts'

interface Place {
  runId: string
  index: number
}

/** Records that a highlight is rejected. @returns who rejected it before, null when it is new */
export async function insertRejection(
  tx: Queryable,
  { runId, index }: Place,
  given: { videoId: string; by: string; at: Date },
): Promise<string | null> {
  const made = await tx
    .insertInto('review_rejections')
    .values({
      run_id: runId,
      index,
      video_id: given.videoId,
      rejected_by: given.by,
      rejected_at: given.at,
    })
    .onConflict(c => c.doNothing())
    .returning('index')
    .executeTakeFirst()
  if (made) return null
  const before = await tx
    .selectFrom('review_rejections')
    .select('rejected_by')
    .where('run_id', '=', runId)
    .where('index', '=', index)
    .executeTakeFirstOrThrow()
  return before.rejected_by
}

/** Deletes a rejection. */
export async function deleteRejection(tx: Queryable, { runId, index }: Place): Promise<void> {
  await tx.deleteFrom('review_rejections').where('run_id', '=', runId).where('index', '=', index).execute()
}
