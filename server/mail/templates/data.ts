import { z } from 'zod'
import type { News, OwnMail } from '#contract/mail.ts'
import type { StoredText } from '#server/core/sentences.ts'

/** A text that is said in the reader's language, or as it is. */
const text = z.custom<StoredText>(
  value =>
    typeof value === 'string' ||
    z.object({ id: z.string(), values: z.looseObject({}) }).safeParse(value).success,
)

/** An event, in the words of the related notification. `link` is a path of the web app or an address. */
const news = z.object({
  heading: text,
  message: text,
  link: z.string().nullable(),
})

/** The video to link to. */
const videoId = z.string()

/** A file that arrived. */
const upload = z.object({ title: z.string(), videoId })

const analysis = z.object({
  videoId,
  title: z.string(),
  highlights: z.number().int(),
  /** 0 to 1 */
  viralScore: z.number(),
  /** why there is no highlight; null when there is one */
  abstained: text.nullable(),
})

/** The data of each mail, as stored with it. Money in dollars. */
const mailData = {
  /** title null: the address is unverified, so the mail contains nothing that the uploader chose */
  upload_received: z.union([z.object({ title: z.null() }), upload, z.object({ clips: z.array(upload) })]),
  /** clips: those of an upload session, put together when it is sent */
  ai_completed: z.union([analysis, z.object({ clips: z.array(analysis) })]),
  milestone_reached: z.object({ milestone: z.number(), next: z.number().nullable(), earned: z.number() }),
  weekly_digest: z.object({
    /** the Monday it is sent on, 2026-11-23 */
    week: z.string(),
    intro: text,
    figures: z.array(
      z.object({
        label: text,
        value: z.union([z.string(), z.object({ count: z.number() }), z.object({ dollars: z.number() })]),
      }),
    ),
    link: z.string(),
  }),
  renewal_failed: z.object({
    /** the amount that the card was not charged */
    amount: z.number(),
    /** until when the plan continues without it; null: the grace period is over */
    graceUntil: z.iso.datetime().nullable(),
  }),
  new_device: z.object({
    /** in our own words: 'Firefox on Android' */
    device: text,
    at: z.iso.datetime(),
  }),
  new_sign_in_method: z.object({
    /** the provider's id: google, oidc, firebase, sandbox */
    provider: z.string(),
    at: z.iso.datetime(),
  }),
  new_access_token: z.object({ at: z.iso.datetime() }),
  /** host: of the address. since: when its deliveries began to fail */
  webhook_off: z.object({ host: z.string(), since: z.iso.datetime() }),
  bank_account: z.object({
    /** whether it can be paid from now on, or the page to change it was opened */
    change: z.enum(['added', 'opened']),
    at: z.iso.datetime(),
  }),
  /** page: the name of the rider's page; nothing else of the rider goes to an unconfirmed address */
  follow_confirm: z.object({ page: z.string(), link: z.string() }),
  rides_published: z.object({
    rider: z.string(),
    /** the page's address */
    page: z.string(),
    /** newest first; moment: the best highlight in the follower's words, null without highlights */
    rides: z.array(z.object({ videoId, title: z.string(), moment: z.string().nullable() })).min(1),
  }),
} satisfies Record<OwnMail, z.ZodType>

export type NewsData = z.infer<typeof news>
export type OwnMailData = { [T in OwnMail]: z.infer<(typeof mailData)[T]> }
export type MailData = OwnMailData & Record<News, NewsData>

const shapes: { [T in OwnMail]: z.ZodType<MailData[T]> } = mailData

/** A notification's mail. @throws ZodError when it doesn't match */
export const readNews = (data: unknown): NewsData => news.parse(data)

/** Another mail's data, parsed with its template's schema. @throws ZodError when it doesn't match */
export const readMailData = <T extends OwnMail>(template: T, data: unknown): MailData[T] =>
  shapes[template].parse(data)
