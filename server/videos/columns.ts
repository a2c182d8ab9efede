import type { Selectable, Updateable } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'
import type { Videos } from '../../db/schema.generated.ts'

export type VideoRow = Selectable<Videos>

/**
 * Who writes which columns of a video, each in one store (decision 013). `lifecycle` is the video's status,
 * which every stage changes through named functions. A new row with all its initial values belongs to the
 * upload.
 */
export const columnOwners = {
  id: 'upload',
  user_id: 'upload',
  created_at: 'upload',
  title: 'upload',
  description: 'upload',
  category: 'upload',
  tags: 'upload',
  file_name: 'upload',
  file_size: 'upload',
  fingerprint: 'upload',
  reserved_bytes: 'upload',
  original_key: 'upload',
  original_sha256: 'upload',
  original_type: 'upload',
  uploaded_at: 'upload',
  probe: 'upload',
  duration_seconds: 'upload',
  width: 'upload',
  height: 'upload',

  status: 'lifecycle',
  processing_error: 'lifecycle',
  held: 'lifecycle',
  kept_until: 'lifecycle',
  try_anyway: 'lifecycle',
  review_version: 'lifecycle',
  updated_at: 'lifecycle',

  stream_id: 'stream',
  stream_status: 'stream',
  ladder_progress: 'stream',
  playable_at: 'stream',
  cover_at: 'stream',

  ai_status: 'analysis',
  ai_error: 'analysis',
  ai_started_at: 'analysis',
  ai_completed_at: 'analysis',
  ai_version: 'analysis',
  ai_viral_score: 'analysis',
  ai_title: 'analysis',
  ai_description: 'analysis',
  ai_tags: 'analysis',
  ai_texts: 'analysis',
  ai_highlights: 'analysis',
  ai_compilations: 'analysis',
  ai_thumbnails: 'analysis',
  metadata_before_ai: 'analysis',
  telemetry_key: 'analysis',
  telemetry_edition: 'analysis',

  hidden_at: 'review',
  thumbnail_at: 'review',
  cover_picture: 'review',
  publish_texts: 'review',

  approved_as: 'publishing',
  priced_at: 'publishing',
  priced_score: 'publishing',
  priced_version: 'publishing',
  published_at: 'publishing',

  views: 'earnings',
} as const satisfies Record<keyof Videos, string>

export type ColumnOwner = (typeof columnOwners)[keyof Videos]

/** The one file in which each owner writes. */
export const ownerStores: Record<ColumnOwner, string> = {
  upload: 'server/videos/upload/store.ts',
  lifecycle: 'server/videos/store.ts',
  stream: 'server/videos/stream-store.ts',
  analysis: 'server/analysis/video-store.ts',
  review: 'server/review/video-store.ts',
  publishing: 'server/videos/approval.ts',
  earnings: 'server/earnings/store.ts',
}

type ColumnsOf<Owner extends ColumnOwner> = {
  [Column in keyof Videos]: (typeof columnOwners)[Column] extends Owner ? Column : never
}[keyof Videos]

/** Some columns of one owner, in the form they are written. */
export type VideoChange<Owner extends ColumnOwner> = Partial<Pick<Updateable<Videos>, ColumnsOf<Owner>>>

async function write(db: Queryable, id: string, change: Updateable<Videos>): Promise<VideoRow | null> {
  const row = await db
    .updateTable('videos')
    .set({ ...change, updated_at: new Date() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/**
 * Writes an owner's columns of one video: only for the owner's store, which names each change.
 * @returns a function that returns the changed row, or null when the video is deleted
 */
export const videoWriter = <Owner extends ColumnOwner>(
  _owner: Owner,
): ((db: Queryable, id: string, change: VideoChange<Owner>) => Promise<VideoRow | null>) => write
