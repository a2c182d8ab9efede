import { z } from 'zod'
import type { MailTemplate } from '#contract/mail.ts'

/** Something that happened: the words of the notification beside it. `link` is a path of the web app or an address. */
const news = z.object({ heading: z.string(), message: z.string(), link: z.string().nullable() })

/** What the mail leads to; absent in mails that were written before videos had pages. */
const videoId = z.string().optional()

/** The facts that each mail is made of, as they are kept with it. Money in dollars. */
const mailData = {
  /** title null: nobody has proved the address yet, so nothing that the uploader chose stands in the mail */
  upload_received: z.object({ title: z.string().nullable(), videoId }),
  ai_completed: z.object({
    videoId,
    title: z.string(),
    highlights: z.number().int(),
    /** 0 to 1 */
    viralScore: z.number(),
    /** why there is no highlight; null when there is one */
    abstained: z.string().nullable(),
  }),
  milestone_reached: z.object({ milestone: z.number(), next: z.number().nullable(), earned: z.number() }),
  weekly_digest: z.object({
    /** the Monday it goes out on, 2026-11-23 */
    week: z.string(),
    intro: z.string(),
    figures: z.array(z.object({ label: z.string(), value: z.string() })),
    link: z.string(),
  }),
  clip_selected: news,
  video_published: news,
  video_taken_down: news,
  payout_processed: news,
  video_rejected: news,
  processing_failed: news,
  publishing_alert: news,
  payout_alert: news,
  score_proposal: news,
  video_reported: news,
  renewal_failed: z.object({
    /** what the card was not charged */
    amount: z.number(),
    /** how long the plan goes on without it; null: its grace is over */
    graceUntil: z.iso.datetime().nullable(),
  }),
  new_device: z.object({
    /** in words of ours: 'Firefox on Android' */
    device: z.string(),
    at: z.iso.datetime(),
  }),
  new_sign_in_method: z.object({
    /** the provider's id: google, oidc, firebase, sandbox */
    provider: z.string(),
    at: z.iso.datetime(),
  }),
  bank_account: z.object({
    /** whether it can be paid to from now on, or the page to change it was opened */
    change: z.enum(['added', 'opened']),
    at: z.iso.datetime(),
  }),
} satisfies Record<MailTemplate, z.ZodType>

export type MailData = { [T in MailTemplate]: z.infer<(typeof mailData)[T]> }

const shapes: { [T in MailTemplate]: z.ZodType<MailData[T]> } = mailData

/** The facts of a mail as its template takes them. @throws ZodError when they have another shape */
export const readMailData = <T extends MailTemplate>(template: T, data: unknown): MailData[T] =>
  shapes[template].parse(data)
