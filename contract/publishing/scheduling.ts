/** Planning posts: when, where and what, before anything is sent. */
import { z } from 'zod'
import { finding } from '../findings.ts'
import { line, lines } from '../text.ts'
import { postChoices } from './choices.ts'
import { platforms } from './constants.ts'
import {
  platform,
  platformMetadata,
  publication,
  publicationContent,
  publicationState,
  publicationTimings,
} from './publications.ts'

/** POST /api/videos/{id}/schedule-publish. A platform's own `metadata` replaces the video's texts. */
export const schedulePublishBody = z.object({
  videoId: z.uuid().optional(),
  platforms: z.array(platform).min(1, finding('platforms')).max(platforms.length),
  /** now; takes precedence over the other two */
  immediate: z.boolean().default(false),
  /** the best hour of the coming week; used if there is no custom schedule */
  useOptimalTiming: z.boolean().default(true),
  /** ISO 8601 or plain English ('tomorrow 6pm'), in `timeZone` */
  customSchedule: line(200).default(''),
  /** the viewer's; else the header x-time-zone, else the one in the profile, else UTC */
  timeZone: line(64).optional(),
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
      title: line(5000),
      description: lines(20_000),
      tags: z.array(line(500, { min: 1 })).max(500),
      privacy: line(60),
    })
    .partial()
    .default({}),
  content: publicationContent.default({ kind: 'auto' }),
  choices: postChoices.default({}),
  /** defaults to the platform's default channel */
  channelId: z.uuid().optional(),
  again: z.boolean().default(false),
})

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

/** GET /api/scheduling/calendar: a bare list, soonest first; with from and to, everything in between (a month). */
export const calendarQuery = z.object({
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  timeZone: line(64).optional(),
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
export const zoneQuery = z.object({ timeZone: line(64).optional() })
