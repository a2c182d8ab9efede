import { z } from 'zod'
import { lines } from '../text.ts'
import { heldReasons, heldStates, platforms } from './constants.ts'

/** Counts of posts that are on hold because they are implausible. */
const count = z.number().int().min(0)
const counts = z.object({ views: count, likes: count, comments: count, shares: count })

/** GET /api/publishing/held-counts: newest first. */
export const heldCount = z.object({
  id: z.string(),
  publicationId: z.string(),
  videoId: z.string().nullable(),
  title: z.string(),
  platform: z.enum(platforms),
  /** the rider who earns from it */
  owner: z.object({ id: z.string(), name: z.string() }),
  /** the post */
  url: z.string().nullable(),
  reason: z.enum(heldReasons),
  /** the reason as a sentence */
  sentence: z.string(),
  state: z.enum(heldStates),
  publishedAt: z.string().nullable(),
  /** the accepted counts that are shown and paid, and when they were counted; null: never */
  accepted: counts,
  acceptedAt: z.string().nullable(),
  /** the platform's latest count; null: none given */
  reported: z.object({
    views: count,
    likes: count.nullable(),
    comments: count.nullable(),
    shares: count.nullable(),
  }),
  firstSeen: z.string(),
  lastSeen: z.string(),
  timesSeen: z.number().int(),
  /** null with a time: released automatically */
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
})
export type HeldCount = z.infer<typeof heldCount>
export const heldCountsQuery = z.strictObject({
  state: z.enum(heldStates).default('held'),
  limit: z.coerce.number().int().min(1).max(200).default(100),
})

/** POST /api/publishing/held-counts/{id}/decide. A dismissed count may still be accepted. */
export const decideHeldBody = z.strictObject({
  decision: z.enum(['accept', 'dismiss']),
  /** the reported views that were reviewed: 409 if the platform has reported others since */
  views: count,
  reason: lines(300, { min: 3 }),
})
export type HeldDecision = z.infer<typeof decideHeldBody>['decision']
