import { sql } from 'kysely'
import type { KnownTexts } from '#contract/platforms/limits.ts'
import { isReleased, type VideoStatus } from '#contract/video-statuses.ts'
import type { Queryable } from '#server/core/db/database.ts'
import { json } from '#server/core/db/json.ts'
import type { Figure } from '#server/core/http/metrics.ts'
import { type VideoRow, videoWriter } from './columns.ts'

/** What a rider or a later analysis could change in a video, frozen at the staff's approval. */
export interface ApprovedAs {
  /** of the original */
  sha256: string
  title: string
  description: string
  tags: string[]
  /** the analysis's texts for the platforms; staff's own texts are stored separately and stay editable */
  texts: KnownTexts | null
  /** the analysis whose highlights and reels may be published; null: there was none */
  runId: string | null
}

/** What was approved of a video; null while nothing is. */
export const approvedOf = (video: {
  status: VideoStatus
  approved_as: ApprovedAs | null
}): ApprovedAs | null => (isReleased(video.status) ? video.approved_as : null)

/** A video's columns with the score by which its views are paid. */
export type Price = Pick<VideoRow, 'priced_score' | 'priced_version' | 'priced_at'>

/** Removes a price, together with the approval that set it. */
export const noPrice: Price = { priced_score: null, priced_version: null, priced_at: null }

/**
 * A video's price at its first approval or publication: the viral score that staff saw and the analysis
 * version that made it. Null for a video that already has a price, or that has no score yet: its views wait
 * for one.
 */
export function firstPrice(
  video: Pick<VideoRow, 'priced_at' | 'ai_viral_score' | 'ai_version'>,
  now: Date,
): Price | null {
  if (video.priced_at || video.ai_viral_score === null) return null
  const score = Math.min(1, Math.max(0, video.ai_viral_score))
  return { priced_score: score, priced_version: video.ai_version, priced_at: now }
}

/** Whether a video `v` is published without a price, word for word as the index and the statistics for it have it. */
export const isUnpriced = sql`(v.status = 'published' and v.priced_at is null and not v.held) is true`

/** How many published videos have no price yet, so that their views wait. */
export async function countUnpriced(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from videos v where ${isUnpriced}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Prices in /metrics: alarms depend on videos that stay without one. */
export const priceMetrics = ({ db }: { db: Queryable }): Figure[] => [
  {
    name: 'videos_without_price',
    help: 'Published videos that no score has priced yet: their views earn nothing until one does',
    label: 'status',
    count: async () => ({ published: await countUnpriced(db) }),
  },
]

const write = videoWriter('publishing')

/** Saves what staff approve, for everything that is published from the video. */
export const setApproval = (tx: Queryable, id: string, approved: ApprovedAs) =>
  write(tx, id, { approved_as: json(approved) })

/** Freezes the score by which the video's views are paid, or removes it with the approval that set it. */
export const setPrice = (tx: Queryable, id: string, price: Price) => write(tx, id, price)

/** Records when the video was first released. */
export const markReleased = (tx: Queryable, video: Pick<VideoRow, 'id' | 'published_at'>, now: Date) =>
  write(tx, video.id, { published_at: video.published_at ?? now })
