/** What published posts achieved: views, likes and engagement. */
import { z } from 'zod'
import { platform } from './publications.ts'

/** GET /api/publishing/insights */
export const publishingInsights = z.object({
  /** percent of the finished ones: published / (published + failed) */
  successRate: z.number(),
  /** percent: the mean of the platforms' rates of (likes + comments + shares) / views, equally weighted */
  avgEngagement: z.number(),
  /** most views per publication; null if nothing is published */
  topPerformingPlatform: platform.nullable(),
  /** published so far */
  totalPublications: z.number().int(),
  perPlatform: z.array(
    z.object({
      platform,
      publications: z.number().int(),
      views: z.number().int(),
      likes: z.number().int(),
      /** percent */
      engagement: z.number(),
    }),
  ),
})
export type PublishingInsights = z.infer<typeof publishingInsights>

/** GET /api/analytics/platform/{kind of channel}: one entry per publication, newest figures first. A bare list. */
export const platformAnalyticsEntry = z.object({
  publicationId: z.string(),
  videoId: z.string().nullable(),
  title: z.string(),
  platform,
  url: z.string().nullable(),
  views: z.number().int(),
  likes: z.number().int(),
  comments: z.number().int(),
  shares: z.number().int(),
  /** percent */
  engagement: z.number(),
  fetchedAt: z.string(),
})
export type PlatformAnalyticsEntry = z.infer<typeof platformAnalyticsEntry>

/** GET /api/publishing/series?days=30: views gained per day and platform. */
export const publishingSeries = z.array(
  z.object({ day: z.string(), platform, views: z.number().int(), likes: z.number().int() }),
)
/** GET /api/publishing/posts?days=30, and as CSV at …/posts.csv: every post by the views gained in the last days, UTC. */
export const postFigures = z.object({
  publicationId: z.string(),
  title: z.string(),
  platform,
  url: z.string().nullable(),
  publishedAt: z.string(),
  /** gained in these days */
  views: z.number().int(),
  /** gained in as many days before them */
  viewsBefore: z.number().int(),
  likes: z.number().int(),
  /** percent of these days' views */
  engagement: z.number(),
  /** percent: how much of it people watch on average, over 100 when it is played again; null: not reported */
  watchThrough: z.number().nullable(),
  /** dollars: the rider's share of what it earned in these days */
  earned: z.number(),
})
export type PostFigures = z.infer<typeof postFigures>
export const seriesQuery = z.object({ days: z.coerce.number().int().min(1).max(365).default(30) })
