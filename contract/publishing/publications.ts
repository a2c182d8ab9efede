import { z } from 'zod'
import { finding } from '../findings.ts'
import { line, lines } from '../text.ts'
import { disclosure, interactions } from './choices.ts'
import { platforms, publicationStates } from './constants.ts'

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
export const publicationTimings = ['immediate', 'optimal', 'custom'] as const
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
  title: line(5000),
  description: lines(20_000).default(''),
  /** tags, or hashtags on platforms that use them */
  tags: z
    .array(line(500, { min: 1 }))
    .max(500)
    .default([]),
  privacy: line(60).optional(),
  /** what viewers may do; off unless chosen */
  interactions: interactions.optional(),
  disclosure: disclosure.optional(),
})
export type PlatformMetadata = z.infer<typeof platformMetadata>

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
    customSchedule: line(200, { min: 1 }),
    timeZone: line(64),
  })
  .partial()
  .refine(body => body.metadata || body.customSchedule, finding('nothingToChange'))

/** PATCH /api/publishing/publications/{id}/post: texts of a published post. 409 if `If-Match` is outdated. */
export const editPostBody = z
  .object({
    title: line(5000),
    description: lines(20_000),
    tags: z.array(line(500, { min: 1 })).max(500),
  })
  .partial()
  .refine(body => Object.keys(body).length > 0, finding('nothingToChange'))

export const publicationsQuery = z.object({
  id: z.uuid().optional(),
  state: publicationState.optional(),
  /** only those that are due for more than a minute and haven't started */
  overdue: z.stringbool().optional(),
  platform: platform.optional(),
  videoId: z.uuid().optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

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
