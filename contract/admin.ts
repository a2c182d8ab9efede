import { z } from 'zod'
import { role } from './permissions.ts'
import { pageQuery } from './review.ts'
import { line, lines, opaque } from './text.ts'
import { videoStatus } from './videos.ts'

/** Kinds of work for staff, most pressing first. */
export const workKinds = [
  'review',
  'reports',
  'failedPosts',
  'latePosts',
  'channels',
  'payouts',
  'disputes',
  'warnings',
  'heldCounts',
] as const
export type WorkKind = (typeof workKinds)[number]

/** A kind of work that has something to do. */
export const work = z.object({
  kind: z.enum(workKinds),
  count: z.number().int().min(1),
  /** for how long the oldest has been waiting, whole seconds; null: not known */
  oldestSeconds: z.number().int().min(0).nullable(),
})
export type Work = z.infer<typeof work>

/** The platform as a whole. Money in dollars. */
const platformFigures = z.object({
  totalUsers: z.number().int(),
  totalVideos: z.number().int(),
  totalRevenue: z.number(),
  /** waiting for review: draft and pending */
  pendingVideos: z.number().int(),
  /** uploading or processing */
  processingVideos: z.number().int(),
  pendingPayouts: z.number().int(),
  /** published without a score that sets a price, so their views earn nothing yet */
  unpricedVideos: z.number().int(),
})
export type PlatformFigures = z.infer<typeof platformFigures>

/** GET /api/admin/platform-stats and /api/admin/stats. */
export const platformStats = platformFigures.extend({
  /** what waits for a decision that the reader's role may make; kinds with nothing to do are left out */
  work: z.array(work),
})
export type PlatformStats = z.infer<typeof platformStats>

/** GET /api/admin/videos. duration in seconds, 0 when unknown. */
export const adminVideo = z.object({
  id: z.string(),
  title: z.string(),
  views: z.number().int(),
  duration: z.number(),
  status: videoStatus,
  hidden: z.boolean(),
  /** true if it is published without a price, so its views earn nothing yet */
  unpriced: z.boolean(),
  thumbnailUrl: z.string().nullable(),
  createdAt: z.string(),
  /** send it back as If-Match with a decision */
  version: z.number().int(),
  user: z.object({
    id: z.string(),
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
  }),
})
export type AdminVideo = z.infer<typeof adminVideo>
/** `search` matches titles; a user's id limits the list to their videos. */
export const adminVideosQuery = pageQuery.extend({
  search: line(100).optional(),
  status: videoStatus.optional(),
  userId: opaque(100).optional(),
  /** only published videos without a price */
  unpriced: z.stringbool().optional(),
})

/** GET /api/admin/users: `search` matches addresses and names. */
export const adminUsersFilter = pageQuery.extend({
  id: opaque(100).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  search: line(100).optional(),
  role: role.optional(),
  suspended: z.stringbool().optional(),
})

/** POST /api/admin/users/{id}/suspend: the person sees the reason. */
export const suspendBody = z.object({ reason: lines(500, { min: 1 }) })

/** One line of GET /api/admin/activity and of the history of a video or a person, newest first. */
export const activityEntry = z.object({
  id: z.number().int(),
  at: z.string(),
  /** who did it; 'Trailcut' for the server itself */
  by: z.string(),
  /** what was done, as a sentence without a subject: "approved the video 'Mud day'" */
  text: z.string(),
  objectType: z.string(),
  objectId: z.string(),
  before: z.unknown(),
  after: z.unknown(),
})
export type ActivityEntry = z.infer<typeof activityEntry>
/** `before` is the last id of the previous page. */
export const activityQuery = z.object({
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(20),
})
