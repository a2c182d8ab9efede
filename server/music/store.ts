import { type Selectable, sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'
import { textColumn } from '#server/core/db/json.ts'
import type { Sentence } from '#server/core/sentences.ts'
import type { MusicFiles } from '../../db/schema.generated.ts'

export type MusicRow = Selectable<MusicFiles>

/** Where everything of a video's music is stored. */
export const musicFolder = (videoId: string): string => `music/${videoId}/`

/** Where a file is stored as it was sent, until it has been read. */
export const sentKeyOf = (videoId: string, id: string): string => `${musicFolder(videoId)}${id}.sent`

/** The music of a video, newest first. */
export async function musicOfVideo(db: Queryable, videoId: string): Promise<MusicRow[]> {
  return db
    .selectFrom('music_files')
    .selectAll()
    .where('video_id', '=', videoId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Music of this video; null for any other. */
export async function findMusic(db: Queryable, videoId: string, id: string): Promise<MusicRow | null> {
  const row = await db
    .selectFrom('music_files')
    .selectAll()
    .where('id', '=', id)
    .where('video_id', '=', videoId)
    .executeTakeFirst()
  return row ?? null
}

/** Any music, without checking whose it is: for jobs. */
export async function unsafeFindMusic(db: Queryable, id: string): Promise<MusicRow | null> {
  return (await db.selectFrom('music_files').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** The owner of the video that music belongs to; null when it is deleted. */
export async function ownerOfMusic(db: Queryable, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('music_files as m')
    .innerJoin('videos as v', 'v.id', 'm.video_id')
    .where('m.id', '=', id)
    .select('v.user_id')
    .executeTakeFirst()
  return row?.user_id ?? null
}

export async function insertMusic(
  tx: Queryable,
  given: { id: string; videoId: string; name: string; confirmedBy: string; now: Date },
): Promise<MusicRow> {
  return tx
    .insertInto('music_files')
    .values({
      id: given.id,
      video_id: given.videoId,
      name: given.name,
      confirmed_by: given.confirmedBy,
      confirmed_at: given.now,
      sent_key: sentKeyOf(given.videoId, given.id),
      created_at: given.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @returns null when it is deleted */
export async function updateMusic(
  db: Queryable,
  id: string,
  {
    error,
    ...change
  }: Partial<Omit<MusicRow, 'id' | 'video_id' | 'created_at' | 'error'>> & {
    error?: Sentence | null
  },
): Promise<MusicRow | null> {
  const row = await db
    .updateTable('music_files')
    .set({ ...change, error: textColumn(error) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

const inPlan = sql<boolean>`exists (select from reels r where r.video_id = m.video_id
  and r.plan -> 'music' ->> 'file' = m.id::text)`
const inRendering = sql<boolean>`exists (select from clips c where c.music_id = m.id
  and c.status in ('pending', 'rendering'))`
const inClip = sql<boolean>`exists (select from clips c where c.music_id = m.id)`

/** Whether a reel's plan has this music. */
export async function isPlanned(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await sql`select from music_files m where m.id = ${id} and ${inPlan}`.execute(db)
  return rows.length > 0
}

/**
 * Deletes music that no plan has and no reel is being rendered with. While a rendered clip plays it, what was confirmed
 * and allowed stays, without the file.
 * @returns the keys of its files, for the caller to delete after the commit
 */
export async function dropUnusedMusic(tx: Queryable, id: string): Promise<string[]> {
  const unused = sql<boolean>`m.id = ${id} and not ${inPlan} and not ${inRendering}`
  const row = await sql<Pick<MusicRow, 'sent_key' | 'object_key'>>`
    select sent_key, object_key from music_files m where ${unused} for update`.execute(tx)
  const [found] = row.rows
  if (!found) return []
  await sql`delete from music_files m where ${unused} and not ${inClip}`.execute(tx)
  await sql`update music_files m set sent_key = null, object_key = null where ${unused}`.execute(tx)
  return [found.sent_key, found.object_key].filter(key => key !== null)
}

/** Music that was brought before a time and that nothing uses any more. */
export async function unusedMusic(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select m.id from music_files m where m.created_at < ${before} and not ${inPlan} and not ${inRendering}
      and (m.sent_key is not null or m.object_key is not null or not ${inClip})
    limit ${limit}`.execute(db)
  return rows.map(row => row.id)
}

/** The beat of music; null where none is clear. */
export const beatsOfRow = ({ bpm, first_beat }: Pick<MusicRow, 'bpm' | 'first_beat'>) =>
  bpm !== null && first_beat !== null ? { bpm, first: first_beat } : null
