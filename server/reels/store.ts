import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { ReelPlan } from '#contract/reels/schemas.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { json } from '#server/core/db/json.ts'
import type { Reels } from '../../db/schema.generated.ts'

export type ReelRow = Selectable<Reels>

/** The reels of a video, newest first. */
export async function reelsOf(db: Queryable, videoId: string): Promise<ReelRow[]> {
  return db
    .selectFrom('reels')
    .selectAll()
    .where('video_id', '=', videoId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function insertReel(
  tx: Queryable,
  given: { videoId: string; plan: ReelPlan; madeBy: ReelRow['made_by']; now: Date },
): Promise<ReelRow> {
  return tx
    .insertInto('reels')
    .values({
      id: randomUUID(),
      video_id: given.videoId,
      made_by: given.madeBy,
      plan: json(given.plan),
      created_at: given.now,
      updated_at: given.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** One reel of a video, locked until the transaction ends; null when it has no such reel. */
export async function lockReel(tx: Queryable, videoId: string, id: string): Promise<ReelRow | null> {
  const row = await tx
    .selectFrom('reels')
    .selectAll()
    .where('id', '=', id)
    .where('video_id', '=', videoId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function updateReel(
  tx: Queryable,
  id: string,
  change: Partial<Omit<ReelRow, 'id' | 'video_id' | 'plan' | 'made_by' | 'created_at'>> & { plan?: ReelPlan },
): Promise<ReelRow> {
  const { plan, ...rest } = change
  return tx
    .updateTable('reels')
    .set({ ...rest, ...(plan ? { plan: json(plan) } : {}) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteReel(tx: Queryable, id: string): Promise<void> {
  await tx.deleteFrom('reels').where('id', '=', id).execute()
}

/** The reel with what staff approved; null while its newest rendering is not approved. */
export async function approvedReel(
  db: Queryable,
  videoId: string,
  id: string,
): Promise<{ clipId: string; plan: ReelPlan } | null> {
  const row = await db
    .selectFrom('reels')
    .select(['clip_id', 'plan'])
    .where('id', '=', id)
    .where('video_id', '=', videoId)
    .where('decision', '=', 'approved')
    .whereRef('decided_clip', '=', 'clip_id')
    .executeTakeFirst()
  return row?.clip_id ? { clipId: row.clip_id, plan: row.plan } : null
}

/** Reels awaiting a verdict, of videos that staff may see. */
const waiting = (db: Queryable) =>
  db
    .selectFrom('reels as r')
    .innerJoin('videos as v', 'v.id', 'r.video_id')
    .whereRef('r.sent_clip', '=', 'r.clip_id')
    .where(eb => eb.or([eb('r.decided_clip', 'is', null), eb('r.decided_clip', '!=', eb.ref('r.clip_id'))]))
    .where('v.held', '=', false)

/** Reels awaiting a verdict, longest waiting first. */
export const listWaiting = (db: Queryable) =>
  waiting(db)
    .select(['r.id as reelId', 'r.video_id as videoId', 'v.title', 'r.sent_at'])
    .orderBy('r.sent_at')
    .limit(200)
    .execute()

/** Whether a reel of one of this person's videos awaits a verdict. */
export async function awaitsReview(db: Queryable, userId: string): Promise<boolean> {
  const row = await waiting(db).select('r.id').where('v.user_id', '=', userId).limit(1).executeTakeFirst()
  return row !== undefined
}
