import { sql } from 'kysely'
import type { z } from 'zod'
import type { AiProcessedVideo, aiProcessedQuery } from '#contract/review.ts'
import { waitingStatuses } from '#contract/video-statuses.ts'
import { peopleNamed } from '#server/accounts/index.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { literals } from '#server/core/db/literals.ts'
import { cursorAt, hasText, pageOf, readCursor, readNumberCursor } from '#server/core/db/page.ts'
import type { WaitingRows } from '#server/core/db/waiting.ts'
import { inWordsFor, type Wording } from '#server/core/sentences.ts'
import { posterUrl, type VideoRow } from '#server/videos/index.ts'

type Row = Pick<
  VideoRow,
  | 'id'
  | 'title'
  | 'status'
  | 'stream_id'
  | 'stream_status'
  | 'thumbnail_at'
  | 'cover_at'
  | 'cover_picture'
  | 'duration_seconds'
  | 'ai_viral_score'
  | 'ai_thumbnails'
  | 'ai_compilations'
> & {
  highlights: unknown
  texts: VideoRow['ai_texts']
  first_name: string | null
  last_name: string | null
  cursor_at: string
}

// Written exactly as in the partial indexes.
const isAnalyzed = sql`v.ai_status = 'completed' and not v.held`
const isWaiting = sql`v.status in (${literals(waitingStatuses)})`
const score = sql`coalesce(v.ai_viral_score, -1)`

const text = (json: unknown) => (json === null || json === undefined ? null : JSON.stringify(json))

/** Analyzed videos with the analysis's results, in pages. */
export async function listForReview(
  db: Queryable,
  { cursor, limit, status, search, id, order, category }: z.output<typeof aiProcessedQuery>,
  wording: Wording,
): Promise<{ videos: AiProcessedVideo[]; next: string | null }> {
  const byScore = order === 'strongest' || order === 'weakest'
  const from = byScore ? readNumberCursor(cursor) : readCursor(cursor, 'uuid')
  const [key, type] = byScore ? [score, sql`float8`] : [sql`v.created_at`, sql`timestamptz`]
  const [beyond, direction] =
    order === 'oldest' || order === 'weakest' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`]
  const wanted = [
    isAnalyzed,
    ...(status === 'waiting' ? [isWaiting] : status ? [sql`v.status = ${status}`] : []),
    ...(id ? [sql`v.id = ${id}::uuid`] : []),
    ...(search
      ? [sql`(${hasText(sql`lower(v.title)`, search)} or v.user_id = any(array(${peopleNamed(search)})))`]
      : []),
    ...(category ? [sql`v.category = ${category}`] : []),
    ...(from ? [sql`(${key}, v.id) ${beyond} (${from.at}::${type}, ${from.id}::uuid)`] : []),
  ]
  const { rows } = await sql<Row>`
    select v.id, v.title, v.status, v.stream_id, v.stream_status, v.thumbnail_at, v.cover_at, v.cover_picture, v.duration_seconds,
      v.ai_viral_score, v.ai_thumbnails, v.ai_compilations,
      coalesce(v.ai_texts, '{}') || coalesce(v.publish_texts, '{}') as texts,
      (select jsonb_agg(h - 'evidence' - 'focus' - 'strength' - 'scoreModel' - 'certainty' - 'standing' order by i)
        from jsonb_array_elements(v.ai_highlights) with ordinality as list(h, i)) as highlights,
      coalesce(u.first_name, case when u.last_name is null then nullif(u.name, '') end) as first_name, u.last_name, ${byScore ? sql`${score}::text` : cursorAt('v')} as cursor_at
    from videos v join users u on u.id = v.user_id
    where ${sql.join(wanted, sql` and `)}
    order by ${key} ${direction}, v.id ${direction} limit ${limit + 1}`.execute(db)
  const page = pageOf(rows, limit)
  const videos = page.rows.map(row => ({
    id: row.id,
    title: row.title,
    thumbnailUrl: posterUrl(row),
    status: row.status,
    user: { firstName: row.first_name, lastName: row.last_name },
    aiViralPotentialScore: row.ai_viral_score,
    aiHighlights: text(inWordsFor(row.highlights ?? [], wording)),
    aiYoutubeMetadata: text(row.texts?.youtube),
    aiTiktokMetadata: text(row.texts?.tiktok),
    aiThumbnailRecommendations: text(inWordsFor(row.ai_thumbnails, wording)),
    aiCompiledHighlights: text(row.ai_compilations?.map(({ scoreModel: _, ...shown }) => shown)),
  }))
  return { videos, next: page.next }
}

/** Videos that wait for review, since they have been there. */
export const waitingForReview: WaitingRows = {
  rows: sql`videos v where ${isAnalyzed} and ${isWaiting}`,
  since: sql`v.created_at`,
}
