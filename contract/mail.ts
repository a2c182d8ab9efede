import { z } from 'zod'
import { type NotificationType, notificationTypes } from './notifications.ts'
import { emailAddress, line } from './text.ts'

/** The emails with texts of their own; the first four are on the preview page. */
const ownMails = [
  'upload_received',
  'ai_completed',
  'milestone_reached',
  'weekly_digest',
  'renewal_failed',
  'new_device',
  'new_sign_in_method',
  'new_access_token',
  'webhook_off',
  'bank_account',
  'follow_confirm',
  'rides_published',
] as const
export type OwnMail = (typeof ownMails)[number]

/** Emails to people who follow a rider, with or without an account. */
export type FollowerTemplate = Extract<OwnMail, 'follow_confirm' | 'rides_published'>

/** A notification whose email says the same; a milestone has an email of its own. */
export type News = Exclude<NotificationType, 'earnings_milestone'>
const news = notificationTypes.filter(type => type !== 'earnings_milestone')
export const isNews = (name: MailTemplate | NotificationType): name is News => news.some(one => one === name)

/** The emails we send. */
export const mailTemplates = [...ownMails, ...news]
export const mailTemplate = z.enum(mailTemplates)
export type MailTemplate = z.infer<typeof mailTemplate>

/** GET /api/admin/email-templates/{name}: rendered by the code that renders the real email, with sample data. */
export const emailPreview = z.object({
  name: mailTemplate,
  subject: z.string(),
  title: z.string(),
  html: z.string(),
  text: z.string(),
})
export type EmailPreview = z.infer<typeof emailPreview>

/** Emails without a matching notification, which need their own preference. */
export const mailOnlyTypes = ['upload_received', 'ai_completed', 'weekly_digest'] as const
/** GET and PUT /api/notifications/mail-preferences */
export const mailPreferences = z.array(z.object({ type: z.enum(mailOnlyTypes), mail: z.boolean() }))
export type MailPreferences = z.infer<typeof mailPreferences>

/** GET and PUT /api/profile/time-zone: an IANA name; null until the browser has sent one. */
export const timeZoneBody = z.object({ timeZone: line(64, { min: 1 }) })
export const timeZoneAnswer = z.object({ timeZone: z.string().nullable() })

/** POST /api/admin/send-weekly-digest: the address of a staff member. */
export const sendDigestBody = z.object({ adminEmail: emailAddress() })
export const sendDigestAnswer = z.object({ sentTo: z.string() })
