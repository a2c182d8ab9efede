import { z } from 'zod'
import { channelKind } from './channels.ts'
import { disclosure, interactions, postChoices } from './choices.ts'
import { type ChannelKind, channelKinds, platforms, publicationStates } from './constants.ts'

export * from './channels.ts'
export * from './choices.ts'
export * from './constants.ts'

/**
 * Publishing as browser and server agree on it. Times are ISO 8601 with an offset, time zones IANA names, shares of a
 * whole 0 to 1 unless a field says percent.
 */
export const platform = z.enum(platforms)

/**
 * scheduled (not due yet) → queued (due; waits for a slot, a render or a pause to end) → uploading → processing (the
 * platform has it) → published. unknown: a call got no answer, so the platform is asked. failed: says why and who has
 * to act. cancelled: only before the upload starts.
 */
export const publicationState = z.enum(publicationStates)

export const failureKinds = ['reconnect', 'reject', 'retry_after', 'unknown_outcome'] as const
export const failureKind = z.enum(failureKinds)
export type FailureKind = z.infer<typeof failureKind>
export const actors = ['staff', 'creator', 'platform', 'trailcut'] as const
export type FailureActor = (typeof actors)[number]
const publicationTimings = ['immediate', 'optimal', 'custom'] as const
export type PublicationTiming = (typeof publicationTimings)[number]
/** What to post. auto: what fits the platform, the whole video or its best vertical clip. */
export const publicationContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('auto') }),
  z.object({ kind: z.literal('video') }),
  z.object({ kind: z.literal('highlight'), index: z.number().int().min(0).max(1000) }),
  z.object({ kind: z.literal('reel'), index: z.number().int().min(0).max(1000) }),
  /** a reel that somebody made of it and staff approved */
  z.object({ kind: z.literal('made'), reel: z.uuid() }),
])
export type PublicationContent = z.infer<typeof publicationContent>

/** What each platform lets people choose; `privacy` is one of the platform's or the account's levels. */
export const platformMetadata = z.object({
  title: z.string().max(5000),
  description: z.string().max(20_000).default(''),
  /** tags, or hashtags on platforms that use them */
  tags: z.array(z.string().trim().min(1).max(500)).max(500).default([]),
  privacy: z.string().max(60).optional(),
  /** what viewers may do; off unless chosen */
  interactions: interactions.optional(),
  disclosure: disclosure.optional(),
})
export type PlatformMetadata = z.infer<typeof platformMetadata>

/** POST /api/videos/{id}/schedule-publish. A platform's own `metadata` replaces the video's texts. */
export const schedulePublishBody = z.object({
  videoId: z.uuid().optional(),
  platforms: z.array(platform).min(1, 'Choose at least one platform.').max(platforms.length),
  /** now; takes precedence over the other two */
  immediate: z.boolean().default(false),
  /** the best hour of the coming week; used if there is no custom schedule */
  useOptimalTiming: z.boolean().default(true),
  /** ISO 8601 or plain English ('tomorrow 6pm'), in `timeZone` */
  customSchedule: z.string().max(200).default(''),
  /** the viewer's; else the header x-time-zone, else the one in the profile, else UTC */
  timeZone: z.string().max(64).optional(),
  content: publicationContent.default({ kind: 'auto' }),
  metadata: z.partialRecord(platform, platformMetadata).default({}),
  /** for platforms with a form; defaults to what staff confirmed for the channel */
  choices: z.partialRecord(platform, postChoices).default({}),
  /** the channel to post with, by platform; defaults to the default channel */
  channels: z.partialRecord(platform, z.uuid()).default({}),
  /** where the platform can: upload right away as private, and let the platform publish it at the time */
  uploadEarly: z.boolean().default(false),
  /** post the same content again on purpose */
  again: z.boolean().default(false),
})

/** POST /api/videos/{id}/publish: now, on one platform. */
export const publishNowBody = z.object({
  platform,
  metadata: z
    .object({
      title: z.string().max(5000),
      description: z.string().max(20_000),
      tags: z.array(z.string().trim().min(1).max(500)).max(500),
      privacy: z.string().max(60),
    })
    .partial()
    .default({}),
  content: publicationContent.default({ kind: 'auto' }),
  choices: postChoices.default({}),
  /** defaults to the platform's default channel */
  channelId: z.uuid().optional(),
  again: z.boolean().default(false),
})

export const publication = z.object({
  id: z.string(),
  videoId: z.string().nullable(),
  videoTitle: z.string(),
  platform,
  channel: z.object({ id: z.string(), name: z.string() }).nullable(),
  content: z.string(),
  state: publicationState,
  /** 0 to 100 of the upload */
  progress: z.number().int().min(0).max(100),
  /** when it is due */
  scheduledFor: z.string(),
  /** local time in the zone it was chosen in, '2026-11-29 18:00' */
  wallTime: z.string(),
  timeZone: z.string(),
  timing: z.enum(publicationTimings),
  /** send back as If-Match: "version" with an edit */
  version: z.number().int(),
  metadata: platformMetadata,
  /** a sentence: what it waits for, or why it failed */
  note: z.string().nullable(),
  failure: z
    .object({ kind: failureKind, sentence: z.string(), actor: z.enum(actors), retryable: z.boolean() })
    .nullable(),
  url: z.string().nullable(),
  views: z.number().int(),
  likes: z.number().int(),
  comments: z.number().int(),
  /** a sentence: why the counts of a published post aren't updated; null while they are */
  countsNote: z.string().nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  publishedAt: z.string().nullable(),
  /** since when it is private on the platform; null if it isn't */
  hiddenAt: z.string().nullable(),
  /** when it was deleted there */
  removedAt: z.string().nullable(),
  /** whether it is published under an id, so that the platform's calls for posts work on it */
  canChangePost: z.boolean(),
  canCancel: z.boolean(),
  canEdit: z.boolean(),
})
export type Publication = z.infer<typeof publication>

export const scheduleWarning = z.object({
  platform,
  kind: z.enum(['same_hour', 'same_video', 'hourly_limit', 'shifted_time', 'channel_expiring', 'audience']),
  sentence: z.string(),
})
export type ScheduleWarning = z.infer<typeof scheduleWarning>

/** Response of schedule-publish and publish. */
export const scheduleAnswer = z.object({
  publications: z.array(publication),
  warnings: z.array(scheduleWarning),
})
/** POST /api/videos/{id}/schedule-publish/preview, same body: what would happen; nothing is saved. */
export const schedulePreview = z.object({
  items: z.array(
    z.object({
      platform,
      channel: z.object({ id: z.string(), name: z.string() }),
      scheduledFor: z.string(),
      wallTime: z.string(),
      timeZone: z.string(),
      timing: z.enum(publicationTimings),
      /** why this hour */
      reason: z.string(),
      content: z.string(),
      metadata: platformMetadata,
      /** why it would be refused, with the field; empty if it can be posted */
      problems: z.array(z.object({ field: z.string(), sentence: z.string() })),
      estimatedReach: z.number().int(),
      reachReasoning: z.string(),
    }),
  ),
  warnings: z.array(scheduleWarning),
})

/** One attempt or event of a publication's history, oldest first. */
export const publicationEvent = z.object({
  at: z.string(),
  kind: z.string(),
  sentence: z.string(),
  /** who did it, if it was a person */
  by: z.string().nullable(),
})
/** GET /api/publishing/publications/{id} */
export const publicationDetail = publication.extend({ history: z.array(publicationEvent) })
export type PublicationDetail = z.infer<typeof publicationDetail>

/** PATCH /api/publishing/publications/{id}: until the upload starts. 409 afterwards or if `If-Match` is outdated. */
export const editPublicationBody = z
  .object({
    metadata: platformMetadata,
    customSchedule: z.string().min(1).max(200),
    timeZone: z.string().max(64),
  })
  .partial()
  .refine(body => body.metadata || body.customSchedule, 'Nothing to change.')

/** PATCH /api/publishing/publications/{id}/post: texts of a published post. 409 if `If-Match` is outdated. */
export const editPostBody = z
  .object({
    title: z.string().max(5000),
    description: z.string().max(20_000),
    tags: z.array(z.string().trim().min(1).max(500)).max(500),
  })
  .partial()
  .refine(body => Object.keys(body).length > 0, 'Nothing to change.')

export const publicationsQuery = z.object({
  state: publicationState.optional(),
  platform: platform.optional(),
  videoId: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

/** GET /api/publishing/queue/status */
const rateLimit = z.object({
  currentHour: z.number().int(),
  maxPerHour: z.number().int(),
  today: z.number().int(),
  maxPerDay: z.number().int(),
})
const rateLimits = Object.fromEntries(channelKinds.map(kind => [kind, rateLimit])) as Record<
  ChannelKind,
  typeof rateLimit
>
export const queueStatus = z.object({
  /** scheduled and queued */
  pending: z.number().int(),
  /** uploading, processing and unknown */
  processing: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  /** for each platform's default channel */
  rateLimits: z.object(rateLimits),
  /** for every connected channel; channels that a platform counts together have the same figures */
  channelLimits: z.array(
    rateLimit.extend({ channelId: z.string(), kind: channelKind, name: z.string(), shared: z.boolean() }),
  ),
  /** due for more than 60 s and not started */
  overdue: z.number().int(),
  paused: z.boolean(),
  pauseReason: z.string().nullable(),
})
export type QueueStatus = z.infer<typeof queueStatus>

/** GET and PUT /api/publishing/pause: while paused, nothing new starts and uploads wait. */
export const pauseBody = z.object({ paused: z.boolean(), reason: z.string().trim().max(300).default('') })
export const pauseAnswer = z.object({
  paused: z.boolean(),
  reason: z.string().nullable(),
  by: z.string().nullable(),
  at: z.string().nullable(),
})

/** POST /api/admin/publishing/retry-failed */
export const retryFailedAnswer = z.object({
  retried: z.number().int(),
  /** need someone first: reconnect a channel, change a text */
  left: z.array(z.object({ id: z.string(), sentence: z.string() })),
})

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
export const seriesQuery = z.object({ days: z.coerce.number().int().min(1).max(365).default(30) })

/** GET /api/scheduling/calendar: a bare list, soonest first; with from and to, everything in between (a month). */
export const calendarQuery = z.object({
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  timeZone: z.string().max(64).optional(),
})
export const calendarEntry = z.object({
  id: z.string(),
  date: z.string(),
  platform,
  /** video, highlight or reel */
  contentType: z.string(),
  channel: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** whether Trailcut chose the hour */
  optimalTime: z.boolean(),
  estimatedReach: z.number().int(),
  reachReasoning: z.string(),
  state: publicationState,
  videoId: z.string().nullable(),
  title: z.string(),
  wallTime: z.string(),
  timeZone: z.string(),
  version: z.number().int(),
  canEdit: z.boolean(),
  /** another publication on the same channel within the same hour */
  conflict: z.string().nullable(),
})
export type CalendarEntry = z.infer<typeof calendarEntry>

/** GET /api/publishing/optimal-times?timeZone=: hours by weekday (0 Sunday) with their weight, for the calendar. */
export const optimalTimes = z.array(
  z.object({
    platform,
    learnedFrom: z.number().int(),
    slots: z.array(z.object({ weekday: z.number().int(), hour: z.number().int(), weight: z.number() })),
  }),
)
export const zoneQuery = z.object({ timeZone: z.string().max(64).optional() })

/** GET /api/videos/{id}/publications: one line per platform, for the owner and for staff. */
export const platformStatus = z.object({
  platform,
  state: publicationState.nullable(),
  /** 'Not Published' if there is none */
  label: z.string(),
  scheduledFor: z.string().nullable(),
  publishedAt: z.string().nullable(),
  url: z.string().nullable(),
  /** for people: why not, or what it waits for */
  note: z.string().nullable(),
  views: z.number().int(),
})
export const platformStatuses = z.array(platformStatus)
