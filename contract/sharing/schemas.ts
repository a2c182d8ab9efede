import { z } from 'zod'
import { lines, opaque } from '../text.ts'
import { publicRide } from './public-video.ts'
import { shareReportMaxLength, shareReportReasons } from './reasons.ts'

/** One link to a video or one of its clips, as its rider sees it. Times are ISO 8601. */
export const shareLink = z.object({
  id: z.string(),
  /** null: the whole video */
  clipId: z.string().nullable(),
  url: z.string(),
  createdAt: z.string(),
  /** people who opened it, counted once a day each */
  views: z.number().int(),
})
export type ShareLink = z.infer<typeof shareLink>

/** GET /api/videos/{id}/share-links: the links that are on. */
export const shareLinksAnswer = z.object({
  /** where anyone watches it, with the people who did, once a day each; null unless it is published */
  page: z.object({ url: z.string(), views: z.number().int() }).nullable(),
  links: z.array(shareLink),
  /** why no link can be turned on; null if one can */
  refused: z.string().nullable(),
  /** how many people may open each link in a day; null once staff have approved the video */
  viewsPerDay: z.number().int().nullable(),
})

/** POST /api/videos/{id}/share-links: a link to the whole video, or to one of its rendered clips. */
export const shareBody = z.object({ clipId: z.uuid().nullish() })

/** GET /api/shared/{shareToken}: what anyone with the link may know. Durations are seconds. */
export const sharedAnswer = z.object({
  kind: z.enum(['video', 'clip']),
  title: z.string(),
  rider: z.string(),
  /** of the rider's public page; null if they have none */
  riderName: z.string().nullable(),
  duration: z.number(),
  /** of the picture; null if unknown */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** the link has reached today's limit, which applies until staff approve the video */
  full: z.boolean(),
  /** null for a clip, and for a link that is full */
  ride: publicRide.nullable(),
})
export type Shared = z.infer<typeof sharedAnswer>

/** POST /api/shared/{shareToken}/report */
export const shareReportBody = z.object({
  reason: z.enum(shareReportReasons),
  words: lines(shareReportMaxLength).default(''),
})

/** https://oembed.com, section 2.2 and 2.3.4.2 */
export const oembedQuery = z.object({
  url: opaque(500),
  format: z.literal('json').default('json'),
  maxwidth: z.coerce.number().int().min(200).max(4096).default(1280),
  maxheight: z.coerce.number().int().min(120).max(4096).default(720),
})
export const oembedAnswer = z.object({
  version: z.literal('1.0'),
  type: z.literal('video'),
  provider_name: z.string(),
  provider_url: z.string(),
  title: z.string(),
  author_name: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  html: z.string(),
})

/** GET /api/admin/share-reports: one entry per link with reports, newest report first. */
export const reportedLink = z.object({
  linkId: z.string(),
  videoId: z.string(),
  title: z.string(),
  rider: z.string(),
  /** page: the page of a published video */
  kind: z.enum(['video', 'clip', 'page']),
  /** null once it is turned off or taken down */
  url: z.string().nullable(),
  takenDown: z.boolean(),
  views: z.number().int(),
  /** whether a report is waiting for a decision */
  open: z.boolean(),
  reports: z.array(z.object({ reason: z.enum(shareReportReasons), words: z.string(), at: z.string() })),
})
export type ReportedLink = z.infer<typeof reportedLink>

/** `undecided`: only links with a report that is waiting for a decision. */
export const reportedQuery = z.strictObject({ undecided: z.stringbool().optional() })

/** POST /api/admin/share-links/{linkId}/decide */
export const shareDecisionBody = z.object({ decision: z.enum(['take_down', 'keep', 'allow_again']) })
export type ShareDecision = z.infer<typeof shareDecisionBody>['decision']
