import { coverAddress, frameAddress } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import { inWordsFor, textIn, type Wording } from '#server/core/sentences.ts'
import type { VideoRow } from './columns.ts'
import { replacedTitle } from './rules.ts'

const text = (json: unknown): string | null =>
  json === null || json === undefined ? null : JSON.stringify(json)
const iso = (date: Date | null): string | null => date?.toISOString() ?? null

const posterHeight = 360
type CoverColumns = Pick<VideoRow, 'thumbnail_at' | 'cover_at' | 'ai_thumbnails' | 'duration_seconds'>

/** A video's cover frame: the chosen one, otherwise the measured one. */
export const coverSeconds = (row: CoverColumns): number => {
  const known = row.thumbnail_at ?? row.cover_at
  if (known !== null) return known
  // Not measured yet: shortly after the start, since the first frames are often black.
  return row.ai_thumbnails?.[0]?.timestamp ?? Math.min(1, row.duration_seconds / 4)
}

/** The address of a video's poster; null until it is playable. */
export const posterUrl = (
  row: CoverColumns & Pick<VideoRow, 'stream_id' | 'stream_status' | 'cover_picture'>,
): string | null => {
  const { stream_status: status, stream_id: streamId, cover_picture: picture } = row
  if (status !== 'ready' || !streamId) return null
  return picture
    ? coverAddress(streamId, posterHeight, picture)
    : frameAddress(streamId, coverSeconds(row), posterHeight)
}

/** What riders see of a video. A row has twice as much, which a list would read for nothing. */
export const shownColumns = [
  'id',
  'user_id',
  'title',
  'metadata_before_ai',
  'description',
  'category',
  'status',
  'processing_error',
  'kept_until',
  'probe',
  'duration_seconds',
  'width',
  'height',
  'created_at',
  'published_at',
  'file_name',
  'file_size',
  'views',
  'stream_id',
  'stream_status',
  'thumbnail_at',
  'cover_at',
  'cover_picture',
  'ai_status',
  'ai_error',
  'ai_started_at',
  'ai_completed_at',
  'ai_viral_score',
  'ai_highlights',
  'ai_thumbnails',
  'ai_title',
  'ai_description',
  'ai_tags',
] as const satisfies readonly (keyof VideoRow)[]
export type ShownVideo = Pick<VideoRow, (typeof shownColumns)[number]>

/**
 * A row in the contract's format. Earnings from views come from the ledger, passed in dollars.
 * @param wording its reader's, for what the server says about it
 */
export function presentVideo(row: ShownVideo, wording: Wording, earnings = 0): Video {
  const playable = row.stream_status === 'ready'
  return {
    id: row.id,
    userId: row.user_id,
    title: row.title,
    replacedTitle: replacedTitle(row),
    description: row.description,
    category: row.category,
    status: row.status,
    processingError: textIn(row.processing_error, wording.language),
    keptUntil: iso(row.kept_until),
    damage: row.probe?.damage ?? null,
    duration: row.duration_seconds,
    width: row.width,
    height: row.height,
    createdAt: row.created_at.toISOString(),
    publishedAt: iso(row.published_at),
    fileName: row.file_name,
    fileSize: row.file_size,
    views: row.views,
    earnings,
    aiEnhanced: row.ai_status === 'completed',
    cfStreamId: row.stream_id,
    cfProcessingStatus: row.stream_status,
    cfReadyToStream: playable,
    thumbnailUrl: posterUrl(row),
    aiProcessingStatus: row.ai_status,
    aiProcessingError: textIn(row.ai_error, wording.language),
    aiProcessingStarted: iso(row.ai_started_at),
    aiProcessingCompleted: iso(row.ai_completed_at),
    aiViralPotentialScore: row.ai_viral_score,
    aiHighlights: text(inWordsFor(row.ai_highlights, wording)),
    aiThumbnailRecommendations: text(inWordsFor(row.ai_thumbnails, wording)),
    aiGeneratedTitle: row.ai_title,
    aiGeneratedDescription: row.ai_description,
    aiGeneratedTags: row.ai_tags,
  }
}
