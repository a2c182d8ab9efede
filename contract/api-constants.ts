/** What the browser needs of tokens and webhooks, without schemas. */

/** What an access token may do. A route that names none of them is closed to tokens. */
export const tokenScopes = ['videos:read', 'videos:upload', 'videos:edit', 'earnings:read'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** How long a token may last, in days. */
export const tokenLifetimes = [7, 30, 90, 365] as const
/** Tokens that one person may have. */
export const mostTokens = 20
/** How every token starts, so that scanners find leaked ones; 43 characters of base64url follow. */
export const tokenPrefix = 'tcp_'

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

/** Why a delivery got no answer. */
export const deliveryProblems = ['refused_address', 'unknown_host', 'timeout', 'no_connection'] as const
export type DeliveryProblem = (typeof deliveryProblems)[number]
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]
