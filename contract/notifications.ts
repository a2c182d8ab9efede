import { z } from 'zod'

/** Every notification, and who gets it; staff are moderators and admins. */
const audiences = {
  clip_selected: 'riders',
  video_published: 'riders',
  video_taken_down: 'riders',
  earnings_milestone: 'riders',
  payout_processed: 'riders',
  video_rejected: 'riders',
  processing_failed: 'riders',
  personal_record: 'riders',
  publishing_alert: 'staff',
  payout_alert: 'staff',
  score_proposal: 'staff',
  video_reported: 'staff',
  reel_sent: 'staff',
} as const satisfies Record<string, 'riders' | 'staff'>

export type NotificationType = keyof typeof audiences
export const notificationTypes = Object.keys(audiences) as NotificationType[]
export const isForStaff = (type: NotificationType): boolean => audiences[type] === 'staff'

export const notification = z.object({
  id: z.string(),
  type: z.enum(notificationTypes),
  title: z.string(),
  message: z.string(),
  link: z.string().nullable(),
  isRead: z.boolean(),
  createdAt: z.string(),
})
export type Notification = z.infer<typeof notification>

export const notificationChannels = ['app', 'mail'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** GET and PUT /api/notifications/preferences: which channels are on for every type. */
export const notificationPreferences = z.array(
  z.object({ type: z.enum(notificationTypes), app: z.boolean(), mail: z.boolean() }),
)
export type NotificationPreferences = z.infer<typeof notificationPreferences>

/** One event of GET /api/notifications/stream (server-sent events, event name 'notifications'). */
export const notificationEvent = z.object({ unread: z.number().int() })
