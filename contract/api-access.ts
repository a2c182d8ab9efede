import { z } from 'zod'
import {
  deliveryProblems,
  deliveryStates,
  tokenLifetimes,
  tokenScopes,
  webhookEvents,
} from './api-constants.ts'
import { line, opaque } from './text.ts'

const scopes = z.array(z.enum(tokenScopes)).min(1).max(tokenScopes.length)

/** One of the person's tokens, without its secret. Times are ISO 8601. */
export const accessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
})
export type AccessToken = z.infer<typeof accessToken>

export const createTokenBody = z.strictObject({
  name: line(60, { min: 1 }),
  scopes,
  expiresInDays: z.literal(tokenLifetimes),
})
/** `token` is the secret, which no later answer contains. */
export const createdToken = accessToken.extend({ token: z.string() })

const events = z.array(z.enum(webhookEvents))

/** A rider's address that receives events. Times are ISO 8601. */
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
