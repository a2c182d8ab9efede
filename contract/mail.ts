import { z } from 'zod'
import { emailAddress, line } from './text.ts'

/** The emails we send; the first four are on the preview page. */
export const mailTemplates = [
  'upload_received',
  'ai_completed',
  'milestone_reached',
  'weekly_digest',
  'clip_selected',
  'video_published',
  'video_taken_down',
  'payout_processed',
  'video_rejected',
  'processing_failed',
  'publishing_alert',
  'payout_alert',
  'score_proposal',
  'video_reported',
  'reel_sent',
  'renewal_failed',
  'new_device',
  'new_sign_in_method',
  'bank_account',
] as const
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
