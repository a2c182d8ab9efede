import type { FastifyInstance } from 'fastify'
import type { Counters } from './audience.ts'
import type { Faults } from './faults.ts'
import type { Grants, SocialAccount } from './grants.ts'
import type { Records } from './records.ts'

/** A post as the sandbox stores it. */
export interface Post {
  id: string
  accountId: string
  title: string
  /** everything that was sent with it */
  metadata: unknown
  file: string
  type: string
  size: number
  sha256: string
  /** milliseconds since 1970 */
  createdAt: number
  /** real views and clicks here */
  real: Counters
  removed: boolean
  cover: string | null
  /** its captions as sent, and the playlists it is in, once for each time it was added */
  captions?: string
  playlists?: string[]
  /** countries that don't see it */
  blockedIn?: string[]
  /** views that the platform pays for, by its days ('YYYY-MM-DD') */
  engaged?: Record<string, number>
  /** duration of the file in seconds; absent when the file doesn't say */
  durationSeconds?: number
  /** the platform's finding, instead of publishing or afterwards */
  verdict?: Verdict
  /** the platform keeps it private whatever was requested */
  locked?: boolean
}

/** Why a platform doesn't show a video, in the platform's own words. */
export interface Verdict {
  /** failed: the video can't be read. rejected: it isn't allowed. */
  status: 'failed' | 'rejected'
  reason: string
}

/** How a platform treats an application and its posts; each platform has those that its vendor has. */
export interface Switches {
  /**
   * The vendor hasn't reviewed the application. TikTok then accepts only posts visible to the account itself,
   * from private accounts. YouTube locks videos to private.
   */
  unreviewed: boolean
  /** status calls after the last byte that still report an unfinished upload (TikTok) */
  uploadLag: number
  /** seconds after which an upload id is forgotten (TikTok) */
  forgetsAfter: number
  /** seconds until a new video is listed (YouTube) */
  listLag: number
  /** units per day for everything but uploads and counters (YouTube) */
  dailyUnits: number
  /** whether the channel may upload videos over 15 minutes (YouTube) */
  longUploads: 'allowed' | 'eligible' | 'disallowed'
  /** uploads per account and day; null: no separate limit (YouTube, TikTok) */
  dailyUploads: number | null
  /** what the account has switched off for its posts: comment, duet, stitch (TikTok) */
  closed: string[]
  /** the finding for videos that arrive from now on */
  verdict: Verdict | null
}

/** An answer that refuses a call before processing. */
export interface Refusal {
  status: number
  headers?: Record<string, string>
  body: unknown
}

export interface PlatformOptions {
  /** display name */
  name: string
  folder: string
  accounts: readonly SocialAccount[]
  rotatesTokens: boolean
  /** how the platform reports an error, throttling, and a used-up daily quota */
  refusals: Record<'error' | 'throttle' | 'quota', Refusal>
  /** how the platform refuses a call that doesn't fit its reference */
  misfit?: Refusal
  /** the path of a post's watch page */
  watchPath(post: Post): string
  /** 0 or absent: the previous port if free, otherwise any free one */
  port?: number
}

/** What a running sandbox consists of; each platform adds its own protocol. */
export interface Platform {
  app: FastifyInstance
  options: PlatformOptions
  posts: Records<Post>
  grants: Grants
  faults: Faults
  filesFolder: string
  /** milliseconds since 1970, including the clock's offset */
  now(): number
  /** clock offset, in milliseconds */
  clock: { ahead: number }
  /** a post's counters as the platform shows them */
  countersOf(post: Post): Counters
  /** overrides for the counters in API answers: undefined leaves one out, anything else is sent as it is */
  sends: Partial<Record<keyof Counters, unknown>>
  /** a post's counters as its API sends them */
  sentOf(post: Post): Record<keyof Counters, unknown>
  audience: { on: boolean; since: number }
  /** seconds for processing and moderation */
  delays: { processing: number; moderation: number }
  /** whether uploads and other calls are limited per day and minute as on the real platform */
  throttled: boolean
  switches: Switches
  /** calls that didn't fit the vendor's reference; tests expect none */
  misfits: string[]
  listen(): Promise<string>
  close(): Promise<void>
}
