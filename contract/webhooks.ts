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
