/** The publishing queue as staff sees it: its load, its pause and its retries. */
import { z } from 'zod'
import { lines } from '../text.ts'
import { channelKind } from './channels.ts'
import { type ChannelKind, channelKinds } from './constants.ts'
import { failureKind } from './publications.ts'

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
/** GET /api/publishing/queue/status */
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
export const pauseBody = z.object({ paused: z.boolean(), reason: lines(300).default('') })
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
  left: z.array(z.object({ id: z.string(), kind: failureKind, sentence: z.string() })),
})
