import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Clip, ClipStatus } from '#contract/clips.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { json, textColumn } from '#server/core/db/json.ts'
import type { Sentence } from '#server/core/sentences.ts'
import type { Clips } from '../../db/schema.generated.ts'
import type { BurnedIn, Part, ReelRecipe } from './rules.ts'

export type ClipRow = Selectable<Clips>

export interface NewClip {
  videoId: string
  kind: Clip['kind']
  format: Clip['format']
  parts: Part[]
  /** for a reel that a person made */
  recipe?: ReelRecipe
  /** the own music in it */
  musicId?: string | null
  digest: string
  gauges?: Pick<BurnedIn, 'choice' | 'byRider'> | null
  durationSeconds: number
}

/** The clip for this request, new or existing; a failed one starts over. */
export async function openClip(tx: Queryable, wanted: NewClip): Promise<ClipRow> {
  const row = await tx
    .insertInto('clips')
    .values({
      id: randomUUID(),
      video_id: wanted.videoId,
      kind: wanted.kind,
      format: wanted.format,
      parts: json(wanted.parts),
      recipe: wanted.recipe ? json(wanted.recipe) : null,
      music_id: wanted.musicId ?? null,
      digest: wanted.digest,
      gauges: wanted.gauges ? json(wanted.gauges.choice) : null,
      gauges_by_rider: wanted.gauges?.byRider ?? false,
      status: 'pending',
      duration_seconds: wanted.durationSeconds,
    })
    .onConflict(c =>
      c.columns(['video_id', 'digest']).doUpdateSet(eb => ({
        status: eb
          .case()
          .when('clips.status', '=', 'failed')
          .then<ClipStatus>('pending')
          .else(eb.ref('clips.status'))
          .end(),
        error: null,
        updated_at: new Date(),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return row
}

export async function findClip(db: Queryable, videoId: string, id: string): Promise<ClipRow | null> {
  const row = await db
    .selectFrom('clips')
    .selectAll()
    .where('id', '=', id)
    .where('video_id', '=', videoId)
    .executeTakeFirst()
  return row ?? null
}

/** The clips of a video for its owner's export: their parts and times. */
export async function clipsOfVideo(db: Queryable, videoId: string) {
  return db
    .selectFrom('clips')
    .select([
      'id',
      'video_id',
      'kind',
      'format',
      'gauges',
      'parts',
      'recipe',
      'status',
      'size',
      'duration_seconds',
      'created_at',
    ])
    .where('video_id', '=', videoId)
    .orderBy('created_at')
    .execute()
}

/** Any clip, without checking who owns its video: for jobs. */
export async function unsafeFindClip(db: Queryable, id: string): Promise<ClipRow | null> {
  const row = await db.selectFrom('clips').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

/** The owner of a clip's video; null when it is deleted. */
export async function ownerOfClip(db: Queryable, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('clips')
    .innerJoin('videos', 'videos.id', 'clips.video_id')
    .where('clips.id', '=', id)
    .select('videos.user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/**
 * Deletes a clip that is no longer needed by a reel, a publication or an active share link.
 * @param withLink deletes it with its share link
 * @returns the key of its file, if it had one, for the caller to delete after the commit; null otherwise
 */
export async function dropUnneeded(
  tx: Queryable,
  id: string,
  { withLink = false } = {},
): Promise<string | null> {
  const { rows } = await sql<{ object_key: string | null }>`
    delete from clips c where id = ${id}
      and not exists (select from reels r where r.clip_id = c.id)
      and not exists (select from publications p where p.clip_id = c.id)
      and (${withLink} or not exists (select from share_links s where s.clip_id = c.id and s.ended_at is null))
    returning object_key`.execute(tx)
  return rows[0]?.object_key ?? null
}

/** Whether a clip has an active share link. */
export async function isShared(tx: Queryable, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from share_links where clip_id = ${id} and ended_at is null`.execute(tx)
  return rows.length > 0
}

/**
 * Lets the share links of reels that were rendered again play their newest rendering, once it is ready.
 * @param id of that rendering
 * @returns the keys of files that are no longer needed, for the caller to delete after the commit
 */
export async function passLinksTo(tx: Queryable, id: string): Promise<string[]> {
  const { rows } = await sql<{ shared_clip: string }>`
    select distinct shared_clip from reels r where clip_id = ${id} and shared_clip <> ${id}
      and not exists (select from reels o where o.clip_id = r.shared_clip)`.execute(tx)
  const files: string[] = []
  for (const { shared_clip: old } of rows) {
    const passed =
      await sql`update share_links set clip_id = ${id} where clip_id = ${old} and ended_at is null
      and not exists (select from share_links where clip_id = ${id} and ended_at is null)`.execute(tx)
    // One address is enough: the newest rendering has its own link already.
    if (!passed.numAffectedRows)
      await sql`update share_links set ended_at = now() where clip_id = ${old} and ended_at is null`.execute(
        tx,
      )
    await sql`update reels set shared_clip = null where shared_clip = ${old}`.execute(tx)
    const key = await dropUnneeded(tx, old)
    if (key) files.push(key)
  }
  return files
}

/** @returns false when the clip is gone because its video was deleted or it is no longer wanted */
export async function updateClip(
  db: Queryable,
  id: string,
  {
    error,
    ...change
  }: Partial<Pick<ClipRow, 'status' | 'progress' | 'object_key' | 'size'>> & {
    error?: Sentence | null
  },
): Promise<boolean> {
  const result = await db
    .updateTable('clips')
    .set({
      ...change,
      error: textColumn(error),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}
