import { sql } from 'kysely'
import type { Queryable } from '#server/core/db/database.ts'
import type { Figure } from '#server/core/http/metrics.ts'
import type { VideoRow } from './columns.ts'

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

/** How many published videos have no price yet, so that their views wait. */
export async function countUnpriced(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from videos
    where status = 'published' and priced_at is null and not held`.execute(db)
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
