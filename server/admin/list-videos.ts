import { sql } from 'kysely'
import type { z } from 'zod'
import type { AdminVideo, adminVideosQuery } from '#contract/admin.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { cursorAt, hasText, pageOf, readCursor } from '#server/core/db/page.ts'
import { isUnpriced, posterUrl, type VideoRow } from '#server/videos/index.ts'

type Row = Pick<
  VideoRow,
  | 'id'
  | 'title'
  | 'views'
  | 'duration_seconds'
  | 'status'
  | 'hidden_at'
  | 'review_version'
  | 'stream_id'
  | 'stream_status'
  | 'thumbnail_at'
  | 'cover_at'
  | 'cover_picture'
  | 'ai_thumbnails'
  | 'created_at'
  | 'user_id'
> & {
  unpriced: boolean
  email: string
  first_name: string | null
  last_name: string | null
  cursor_at: string
}

/** All videos, newest first, in pages. */
export async function listVideos(
  db: Queryable,
  { cursor, limit, search, status, userId, unpriced }: z.output<typeof adminVideosQuery>,
): Promise<{ videos: AdminVideo[]; next: string | null }> {
  const from = readCursor(cursor, 'uuid')
  const wanted = [
    sql`not v.held`,
    ...(status ? [sql`v.status = ${status}`] : []),
    ...(userId ? [sql`v.user_id = ${userId}`] : []),
    ...(unpriced ? [isUnpriced] : []),
    ...(search ? [hasText(sql`lower(v.title)`, search)] : []),
    ...(from ? [sql`(v.created_at, v.id) < (${from.at}::timestamptz, ${from.id}::uuid)`] : []),
  ]
  const { rows } = await sql<Row>`
    select v.id, v.title, v.views, v.duration_seconds, v.status, v.hidden_at, v.review_version,
      ${isUnpriced} as unpriced, v.stream_id,
      v.stream_status, v.thumbnail_at, v.cover_at, v.cover_picture, v.ai_thumbnails, v.created_at, v.user_id, u.email, u.first_name, u.last_name,
      ${cursorAt('v')} as cursor_at
    from videos v join users u on u.id = v.user_id
    where ${sql.join(wanted, sql` and `)}
    order by v.created_at desc, v.id desc limit ${limit + 1}`.execute(db)
  const page = pageOf(rows, limit)
  const videos = page.rows.map(row => ({
    id: row.id,
    title: row.title,
    views: row.views,
    duration: row.duration_seconds,
    status: row.status,
    hidden: row.hidden_at !== null,
    unpriced: row.unpriced,
    thumbnailUrl: posterUrl(row),
    createdAt: row.created_at.toISOString(),
    version: row.review_version,
    user: { id: row.user_id, email: row.email, firstName: row.first_name, lastName: row.last_name },
  }))
  return { videos, next: page.next }
}
