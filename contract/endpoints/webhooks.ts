import { z } from 'zod'
import { okAnswer } from '../accounts.ts'
import { createdWebhook, createWebhookBody, webhook, webhookDelivery } from '../api-access.ts'
import { endpoint, noBody } from './endpoint.ts'

const webhookParams = z.object({ webhookId: z.uuid() })

export const webhookEndpoints = {
  webhooks: endpoint({
    permission: 'profile:own',
    summary: 'List your webhooks, oldest first',
    answer: z.array(webhook),
  }),
  createWebhook: endpoint({
    permission: 'profile:own',
    summary: 'Send events to an https address of yours; its signing secret is in this answer only',
    body: createWebhookBody,
    answer: createdWebhook,
    refusals: [409],
  }),
  deleteWebhook: endpoint({
    permission: 'profile:own',
    summary: 'Delete one of your webhooks with its deliveries',
    params: webhookParams,
    answer: okAnswer,
    refusals: [404],
  }),
  enableWebhook: endpoint({
    permission: 'profile:own',
    summary: 'Turn on a webhook again that was turned off because its deliveries failed',
    params: webhookParams,
    body: noBody,
    answer: webhook,
    refusals: [404],
  }),
  webhookDeliveries: endpoint({
    permission: 'profile:own',
    summary: 'List the newest deliveries of one of your webhooks',
    params: webhookParams,
    answer: z.array(webhookDelivery),
    refusals: [404],
  }),
  replayDelivery: endpoint({
    permission: 'profile:own',
    summary: 'Send a delivery again, with the same webhook-id',
    params: webhookParams.extend({ deliveryId: z.uuid() }),
    body: noBody,
    answer: webhookDelivery,
    refusals: [404, 409],
  }),
}
