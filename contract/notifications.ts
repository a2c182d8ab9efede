import { z } from 'zod'
import { notificationTypes } from './videos.ts'

export const notificationChannels = ['app', 'mail'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** GET and PUT /api/notifications/preferences: which channels are on for every type. */
export const notificationPreferences = z.array(
  z.object({ type: z.enum(notificationTypes), app: z.boolean(), mail: z.boolean() }),
)
export type NotificationPreferences = z.infer<typeof notificationPreferences>

/** One event of GET /api/notifications/stream (server-sent events, event name 'notifications'). */
export const notificationEvent = z.object({ unread: z.number().int() })
