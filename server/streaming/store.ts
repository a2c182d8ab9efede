import { sql } from 'kysely'
import type { Database, Queryable } from '#server/core/db/database.ts'
import type { RenditionKind } from './rules.ts'

export interface LiveRendition {
  id: string
  kind: RenditionKind
  prefix: string
  width: number
  height: number
  bandwidth: number
  codecs: string
  fps: number
  complete: boolean
}

export interface NewRendition extends LiveRendition {
  videoId: string
  live: boolean
}

const valuesOf = (r: NewRendition) => ({
  id: r.id,
  video_id: r.videoId,
  kind: r.kind,
  object_prefix: r.prefix,
  width: r.width,
  height: r.height,
  bandwidth: r.bandwidth,
  codecs: r.codecs,
  frame_rate: r.fps,
  complete: r.complete,
  live: r.live,
})

export async function insertRenditions(db: Queryable, rows: NewRendition[]): Promise<void> {
  await db.insertInto('renditions').values(rows.map(valuesOf)).execute()
}

/**
 * Notes renditions that are about to be made, or made on with: not yet in any playlist. If no run finishes them, they
 * are swept like those that no playlist lists anymore, a day after the last run began.
 */
export async function openRenditions(db: Queryable, rows: NewRendition[]): Promise<void> {
  await db
    .insertInto('renditions')
    .values(rows.map(valuesOf))
    .onConflict(c => c.column('id').doUpdateSet({ created_at: sql`now()` }))
    .execute()
}

/**
 * Puts a finished rendition in the video's playlist.
 * @throws Error when it was swept while it was made
 */
export async function listRendition(
  db: Queryable,
  id: string,
  made: Pick<LiveRendition, 'bandwidth' | 'codecs'>,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('renditions')
    .set({ ...made, complete: true, live: true })
    .where('id', '=', id)
    .executeTakeFirst()
  if (!numUpdatedRows) throw new Error('The rendition was deleted while it was made')
}

export async function completeRendition(db: Queryable, id: string, bandwidth: number): Promise<void> {
  await db.updateTable('renditions').set({ complete: true, bandwidth }).where('id', '=', id).execute()
}

/** Removes all renditions except these from the video's playlist. Their files are swept later. */
export async function retireOthers(db: Queryable, videoId: string, keep: string[]): Promise<void> {
  await db
    .updateTable('renditions')
    .set({ live: false })
    .where('video_id', '=', videoId)
    .where('live', '=', true)
    .$if(keep.length > 0, q => q.where('id', 'not in', keep))
    .execute()
}

export async function findLive(db: Queryable, videoId: string): Promise<LiveRendition[]> {
  const rows = await db
    .selectFrom('renditions')
    .select([
      'id',
      'kind',
      'object_prefix',
      'width',
      'height',
      'bandwidth',
      'codecs',
      'frame_rate',
      'complete',
    ])
    .where('video_id', '=', videoId)
    .where('live', '=', true)
    .orderBy('height', 'desc')
    .execute()
  return rows.map(r => ({
    id: r.id,
    kind: r.kind,
    prefix: r.object_prefix,
    width: r.width,
    height: r.height,
    bandwidth: r.bandwidth,
    codecs: r.codecs,
    fps: r.frame_rate,
    complete: r.complete,
  }))
}

/**
 * One rendition of a stream by both ids, active or recently retired; null when they don't belong together.
 */
export async function findOfVideo(
  db: Database,
  videoId: string,
  renditionId: string,
): Promise<{ prefix: string; complete: boolean } | null> {
  const row = await db
    .selectFrom('renditions')
    .select(['object_prefix', 'complete'])
    .where('video_id', '=', videoId)
    .where('id', '=', renditionId)
    .executeTakeFirst()
  return row ? { prefix: row.object_prefix, complete: row.complete } : null
}

/** Renditions that no playlist has listed for a while, oldest first. */
export async function findSweepable(
  db: Database,
  before: Date,
  limit: number,
): Promise<{ id: string; prefix: string }[]> {
  const rows = await db
    .selectFrom('renditions')
    .select(['id', 'object_prefix'])
    .where('live', '=', false)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map(r => ({ id: r.id, prefix: r.object_prefix }))
}

/** @returns whether there was one that no run had finished */
export async function deleteUnfinished(db: Queryable, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('renditions')
    .where('id', '=', id)
    .where('complete', '=', false)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteRendition(db: Database, id: string): Promise<void> {
  await db.deleteFrom('renditions').where('id', '=', id).execute()
}
