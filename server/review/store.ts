import { sql } from 'kysely'
import type { RejectionReason } from '#contract/rejections.ts'
import type { DecisionKind } from '#contract/review.ts'
import { completedRun } from '#server/analysis/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { json, textColumn } from '#server/core/db/json.ts'
import type { StoredText, Text } from '#server/core/sentences.ts'
import type { ApprovalKind, Undo } from './types.ts'

export interface DecisionRow {
  id: number
  kind: DecisionKind
  actorId: string
  at: Date
  version: number
  undo: Undo | null
  reason: RejectionReason | null
  sentence: StoredText | null
}

export async function insertDecision(
  tx: Queryable,
  videoId: string,
  { undo, sentence, ...d }: Omit<DecisionRow, 'id' | 'sentence'> & { sentence: Text | null },
): Promise<void> {
  await tx
    .insertInto('review_decisions')
    .values({
      video_id: videoId,
      kind: d.kind,
      actor_id: d.actorId,
      at: d.at,
      version: d.version,
      undo: undo && json(undo),
      reason: d.reason,
      sentence: textColumn(sentence),
    })
    .execute()
}

const decisions = (db: Queryable, videoId: string) =>
  db
    .selectFrom('review_decisions')
    .select(['id', 'kind', 'actor_id as actorId', 'at', 'version', 'undo', 'reason', 'sentence'])
    .where('video_id', '=', videoId)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)

/** The newest decision that was not undone. */
export async function lastDecision(db: Queryable, videoId: string): Promise<DecisionRow | null> {
  return (await decisions(db, videoId).executeTakeFirst()) ?? null
}

export async function lastRejection(db: Queryable, videoId: string): Promise<DecisionRow | null> {
  const row = await decisions(db, videoId).where('reason', 'is not', null).executeTakeFirst()
  return row ?? null
}

export async function markUndone(tx: Queryable, id: number, at: Date): Promise<void> {
  await tx.updateTable('review_decisions').set({ undone_at: at }).where('id', '=', id).execute()
}

export interface Approval {
  runId: string
  kind: ApprovalKind
  index: number
}

/** Records an approval. @returns who approved it before, null when it is new */
export async function insertApproval(
  tx: Queryable,
  { runId, kind, index }: Approval,
  given: { videoId: string; by: string; at: Date },
): Promise<string | null> {
  const made = await tx
    .insertInto('review_approvals')
    .values({
      run_id: runId,
      kind,
      index,
      video_id: given.videoId,
      approved_by: given.by,
      approved_at: given.at,
    })
    .onConflict(c => c.doNothing())
    .returning('index')
    .executeTakeFirst()
  if (made) return null
  const before = await approverOf(tx, { runId, kind, index })
  if (!before) throw new Error('An approval that stood in the way is gone')
  return before
}

/** Who approved it; null when no one has. */
export async function approverOf(tx: Queryable, { runId, kind, index }: Approval): Promise<string | null> {
  const row = await tx
    .selectFrom('review_approvals')
    .select('approved_by')
    .where('run_id', '=', runId)
    .where('kind', '=', kind)
    .where('index', '=', index)
    .executeTakeFirst()
  return row?.approved_by ?? null
}

export async function deleteApproval(tx: Queryable, { runId, kind, index }: Approval): Promise<void> {
  await tx
    .deleteFrom('review_approvals')
    .where('run_id', '=', runId)
    .where('kind', '=', kind)
    .where('index', '=', index)
    .execute()
}

/**
 * What is approved, rejected and trimmed in a video's newest analysis, or the given one. A highlight approved
 * after a rejection is not rejected.
 */
export async function marksOf(
  db: Queryable,
  videoId: string,
  runId?: string | null,
): Promise<{
  approvals: { kind: ApprovalKind; index: number }[]
  rejections: number[]
  trims: { index: number; originalStart: number; originalEnd: number }[]
}> {
  const run = completedRun(db, videoId, runId).select('id')
  const approvals = await db
    .selectFrom('review_approvals')
    .select(['kind', 'index'])
    .where('run_id', '=', run)
    .orderBy('index')
    .execute()
  const trims = await db
    .selectFrom('review_trims')
    .select(['index', 'original_start as originalStart', 'original_end as originalEnd'])
    .where('run_id', '=', run)
    .orderBy('index')
    .execute()
  const rejections = await db
    .selectFrom('review_rejections')
    .select('index')
    .where('run_id', '=', run)
    .orderBy('index')
    .execute()
  const approved = new Set(approvals.filter(a => a.kind === 'highlight').map(a => a.index))
  return {
    approvals,
    rejections: rejections.map(r => r.index).filter(index => !approved.has(index)),
    trims,
  }
}

/** Saves a highlight's original bounds; later trims leave them unchanged. */
export async function keepOriginal(
  tx: Queryable,
  { runId, index, start, end }: { runId: string; index: number; start: number; end: number },
): Promise<void> {
  await tx
    .insertInto('review_trims')
    .values({ run_id: runId, index, original_start: start, original_end: end })
    .onConflict(c => c.doNothing())
    .execute()
}

/** A highlight with its original bounds is not trimmed. */
export async function dropTrimAt(
  tx: Queryable,
  { runId, index, start, end }: { runId: string; index: number; start: number; end: number },
): Promise<void> {
  await tx
    .deleteFrom('review_trims')
    .where('run_id', '=', runId)
    .where('index', '=', index)
    .where('original_start', '=', start)
    .where('original_end', '=', end)
    .execute()
}

/** Records that a person has a video open. */
export async function touchPresence(
  db: Queryable,
  given: { videoId: string; userId: string; now: Date; staleBefore: Date },
): Promise<void> {
  const { videoId, userId, now, staleBefore } = given
  await sql`
    insert into review_presence (video_id, user_id, since, seen_at) values (${videoId}, ${userId}, ${now}, ${now})
    on conflict (video_id, user_id) do update set seen_at = ${now},
      since = case when review_presence.seen_at < ${staleBefore} then ${now} else review_presence.since end`.execute(
    db,
  )
}

export async function endPresence(db: Queryable, videoId: string, userId: string): Promise<void> {
  await db
    .deleteFrom('review_presence')
    .where('video_id', '=', videoId)
    .where('user_id', '=', userId)
    .execute()
}

/** Everybody else who has a video open, the one who came first first. */
export async function othersPresent(
  db: Queryable,
  given: { userId: string; staleBefore: Date },
): Promise<{ videoId: string; userId: string; since: Date }[]> {
  return db
    .selectFrom('review_presence')
    .select(['video_id as videoId', 'user_id as userId', 'since'])
    .where('user_id', '!=', given.userId)
    .where('seen_at', '>=', given.staleBefore)
    .orderBy('since')
    .execute()
}

/** Deletes old presence records. */
export async function sweepPresence(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('review_presence').where('seen_at', '<', before).execute()
}

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
