import { z } from 'zod'
import { opaque } from './text.ts'

/** What a webhook can tell a rider's program. */
export const webhookEvents = [
  'video.ready',
  'analysis.completed',
  'video.published',
  'payout.completed',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** Webhooks that one person may have. */
export const mostWebhooks = 5
/** Deliveries that the list of a webhook shows, newest first. */
export const deliveriesShown = 20

const events = z.array(z.enum(webhookEvents))

/** An address of the rider's that is told of events. Times are ISO 8601. */
export const webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  events,
  createdAt: z.string(),
  /** since when every delivery has failed; null: the last one arrived, or there was none */
  failingSince: z.string().nullable(),
  /** when we switched it off, because its deliveries had failed for days */
  disabledAt: z.string().nullable(),
})
export type Webhook = z.infer<typeof webhook>

export const createWebhookBody = z.strictObject({
  url: opaque(500).min(1),
  events: events.min(1).max(webhookEvents.length),
})
/** `secret` signs the deliveries; no later answer contains it. */
export const createdWebhook = webhook.extend({ secret: z.string() })

/** Why a delivery got no answer. */
export const deliveryProblems = ['refused_address', 'unknown_host', 'timeout', 'no_connection'] as const
export type DeliveryProblem = (typeof deliveryProblems)[number]
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** One event on its way to a webhook. `id` is its `webhook-id`; times are ISO 8601. */
export const webhookDelivery = z.object({
  id: z.uuid(),
  type: z.enum(webhookEvents),
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  createdAt: z.string(),
  lastAttemptAt: z.string().nullable(),
  nextAttemptAt: z.string().nullable(),
  /** HTTP status of the last answer; null: none came */
  lastStatus: z.number().int().nullable(),
  lastProblem: z.enum(deliveryProblems).nullable(),
  /** how long the last attempt took, in milliseconds */
  lastDuration: z.number().int().nullable(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>
