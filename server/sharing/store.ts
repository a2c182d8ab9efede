import { randomBytes, randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'
import { notFound } from '#server/core/http/errors.ts'
import { ownerOf } from '#server/videos/index.ts'
import type { ShareLinks } from '../../db/schema.generated.ts'

export type LinkRow = Selectable<ShareLinks>

/** A video's active links, oldest first. */
export async function linksOn(db: Queryable, videoId: string): Promise<LinkRow[]> {
  return db
    .selectFrom('share_links')
    .selectAll()
    .where('video_id', '=', videoId)
    .where('ended_at', 'is', null)
    .where('page', '=', false)
    .orderBy('created_at')
    .execute()
}

/** The link of a video or clip, created unless one is active. The caller must have locked the video's row. */
export async function openLink(
  tx: Queryable,
  { videoId, clipId, now }: { videoId: string; clipId: string | null; now: Date },
): Promise<LinkRow> {
  const on = (await linksOn(tx, videoId)).find(link => link.clip_id === clipId)
  if (on) return on
  return tx
    .insertInto('share_links')
    .values({
      id: randomUUID(),
      token: randomBytes(16).toString('hex'),
      video_id: videoId,
      clip_id: clipId,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @returns false when the video has no such active link */
export async function endLink(
  db: Queryable,
  { videoId, linkId, now }: { videoId: string; linkId: string; now: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('share_links')
    .set({ ended_at: now })
    .where('id', '=', linkId)
    .where('video_id', '=', videoId)
    .where('ended_at', 'is', null)
    .where('page', '=', false)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Whether staff took down a link of this video and have not allowed new ones since. */
export async function isTakenDown(db: Queryable, videoId: string): Promise<boolean> {
  const row = await db
    .selectFrom('share_links')
    .select('id')
    .where('video_id', '=', videoId)
    .where('taken_down_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Which of these videos staff have taken down, and not allowed again. */
export async function takenDownAmong(db: Queryable, videoIds: readonly string[]): Promise<Set<string>> {
  if (videoIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('share_links')
    .select('video_id')
    .where('video_id', 'in', videoIds)
    .where('taken_down_at', 'is not', null)
    .execute()
  return new Set(rows.map(row => row.video_id))
}

/** What determines whether a person may share. */
export async function standingOf(
  db: Queryable,
  userId: string,
): Promise<{ verified: boolean; suspended: boolean; deleted: boolean }> {
  const row = await db
    .selectFrom('users')
    .select(['email_verified', 'suspended_at', 'deleted_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    verified: row.email_verified,
    suspended: row.suspended_at !== null,
    deleted: row.deleted_at !== null,
  }
}

/** The active link of a token whose rider may share; null for any other. */
export async function findOn(db: Queryable, token: string): Promise<LinkRow | null> {
  const row = await db
    .selectFrom('share_links as l')
    .innerJoin('videos as v', 'v.id', 'l.video_id')
    .innerJoin('users as u', 'u.id', 'v.user_id')
    .selectAll('l')
    .where('l.token', '=', token)
    .where('l.ended_at', 'is', null)
    .where('l.page', '=', false)
    .where('u.email_verified', '=', true)
    .where('u.suspended_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Whether neither a report nor their standing keeps a rider's published video from being shown. */
export async function isOpen(db: Queryable, video: { id: string; user_id: string }): Promise<boolean> {
  const { suspended, deleted } = await standingOf(db, video.user_id)
  return !suspended && !deleted && !(await isTakenDown(db, video.id))
}

/** Under which the viewers and reports of a published video's page are counted. */
export async function pageOf(db: Queryable, videoId: string, now: Date): Promise<LinkRow> {
  const find = () =>
    db
      .selectFrom('share_links')
      .selectAll()
      .where('video_id', '=', videoId)
      .where('page', '=', true)
      .executeTakeFirst()
  const known = await find()
  if (known) return known
  const token = randomBytes(16).toString('hex')
  await db
    .insertInto('share_links')
    .values({ id: randomUUID(), token, video_id: videoId, page: true, created_at: now })
    .onConflict(c => c.doNothing())
    .execute()
  const made = await find()
  if (!made) throw notFound('video')
  return made
}

/** How many people watched a published video on its page. */
export async function viewsOfPage(db: Queryable, videoId: string): Promise<number> {
  const row = await db
    .selectFrom('share_links')
    .select('views')
    .where('video_id', '=', videoId)
    .where('page', '=', true)
    .executeTakeFirst()
  return row?.views ?? 0
}

/** A link by its id, active or not. */
export async function linkOf(db: Queryable, id: string): Promise<LinkRow | null> {
  return (await db.selectFrom('share_links').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** Whose video a link opens; null when there is no such link. */
export async function ownerOfLink(db: Queryable, id: string): Promise<string | null> {
  const link = await linkOf(db, id)
  return link && ownerOf(db, link.video_id)
}

/** A link by its id, locked until the transaction ends. */
export async function lockLink(tx: Queryable, id: string): Promise<LinkRow | null> {
  return (
    (await tx.selectFrom('share_links').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ??
    null
  )
}

/** Staff end every link of a video: no new one until they allow it. */
export async function takeDownLinks(tx: Queryable, videoId: string, now: Date): Promise<void> {
  await sql`update share_links set ended_at = case when page then null else coalesce(ended_at, ${now}) end,
    taken_down_at = coalesce(taken_down_at, ${now})
    where video_id = ${videoId}`.execute(tx)
}

/** The rider may switch on a new link; what was taken down stays off. */
export async function allowLinks(tx: Queryable, videoId: string): Promise<void> {
  await tx.updateTable('share_links').set({ taken_down_at: null }).where('video_id', '=', videoId).execute()
}
