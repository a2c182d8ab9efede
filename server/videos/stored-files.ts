import { sql } from 'kysely'
import type { Database } from '#server/core/db/database.ts'
import type { Count } from '#server/core/objects/counted.ts'
import type { Budgets } from './rules.ts'
import { storageRefusal } from './upload/upload-budget.ts'

/** Whose file it is, from its key: music is kept by video, all else that is made of a video by its stream. */
function videoOf(key: string): { column: 'id' | 'stream_id'; value: string } | null {
  const [kind = '', value = ''] = key.split('/')
  if (kind === 'music') return { column: 'id', value }
  return ['streams', 'thumbnails', 'covers'].includes(kind) ? { column: 'stream_id', value } : null
}

/** What a page or a post needs is stored even if its account is full, and counted all the same. */
const alwaysStored = /^thumbnails\/|^streams\/[^/]+\/shared\//

/**
 * Counts every file made of a video towards its owner's gigabytes. Originals are counted by their videos, which
 * reserve room before they arrive.
 */
export const countStored = (db: Database, budgets: Budgets): Count => ({
  async add(key, bytes) {
    const wanted = videoOf(key)
    if (!wanted) return null
    return db.transaction().execute(async tx => {
      const video = await tx
        .selectFrom('videos')
        .select(['id', 'user_id'])
        .where(wanted.column, '=', wanted.value)
        .executeTakeFirst()
      // Deleted meanwhile: who writes the file notices, and deletes it.
      if (!video) return null
      const refusal = await storageRefusal(tx, budgets, video.user_id, { key, bytes })
      if (refusal && !alwaysStored.test(key)) throw refusal
      const earlier = await tx
        .selectFrom('stored_files')
        .select('bytes')
        .where('key', '=', key)
        .forUpdate()
        .executeTakeFirst()
      await sql`
        insert into stored_files (key, video_id, bytes)
        select ${key}, id, ${bytes}::bigint from videos where id = ${video.id} for key share
        on conflict (key) do update set bytes = excluded.bytes`.execute(tx)
      return earlier?.bytes ?? null
    })
  },
  async restore(key, bytes) {
    if (videoOf(key)) await db.updateTable('stored_files').set({ bytes }).where('key', '=', key).execute()
  },
  async remove(key) {
    if (videoOf(key)) await db.deleteFrom('stored_files').where('key', '=', key).execute()
  },
  async removeAll(prefix) {
    if (!videoOf(prefix)) return
    // The character after the slash ends the range, which the index finds.
    const end = `${prefix.slice(0, -1)}0`
    await db.deleteFrom('stored_files').where('key', '>=', prefix).where('key', '<', end).execute()
  },
})
