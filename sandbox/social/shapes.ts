import type { FastifyInstance } from 'fastify'
import type { Counters } from './audience.ts'
import type { Faults } from './faults.ts'
import type { Grants, SocialAccount } from './grants.ts'
import type { Records } from './records.ts'

/** A post as the stand-in keeps it. */
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
  /** seen or clicked by people here */
  real: Counters
  removed: boolean
  cover: string | null
  /** its captions as they were sent, and the lists that it is in, once for each time it was put there */
  captions?: string
  playlists?: string[]
  /** of the file, seconds; absent where it says none */
  durationSeconds?: number
  /** what the platform found in it, instead of publishing it or after it did */
  verdict?: Verdict
  /** the platform keeps it private whatever was asked */
  locked?: boolean
}

/** Why a platform doesn't show a video, in the platform's own words. */
export interface Verdict {
  /** failed: it can't be read. rejected: it isn't allowed. */
  status: 'failed' | 'rejected'
  reason: string
}

/** How a platform treats an application and its posts; each platform has the ones that the vendor has. */
export interface Switches {
  /**
   * The vendor hasn't reviewed the application. TikTok takes posts for the account itself only, from private accounts
   * only. YouTube locks videos to private.
   */
  unreviewed: boolean
  /** calls of the status, after the last byte, that still tell of an unfinished upload (TikTok) */
  uploadLag: number
  /** seconds after which an upload's id isn't known any more (TikTok) */
  forgetsAfter: number
  /** seconds until a new video is listed (YouTube) */
  listLag: number
  /** units a day of everything but uploads and counters (YouTube) */
  dailyUnits: number
  /** whether the channel takes videos over 15 minutes (YouTube) */
  longUploads: 'allowed' | 'eligible' | 'disallowed'
  /** uploads that each account may open in a day; null: no limit of its own (YouTube, TikTok) */
  dailyUploads: number | null
  /** what the account has switched off for its posts: comment, duet, stitch (TikTok) */
  closed: string[]
  /** what is found in videos that arrive from now on */
  verdict: Verdict | null
}

/** An answer that refuses a call before anything is done. */
export interface Refusal {
  status: number
  headers?: Record<string, string>
  body: unknown
}

export interface PlatformOptions {
  /** what people call it */
  name: string
  folder: string
  accounts: readonly SocialAccount[]
  rotatesTokens: boolean
  /** how the platform says that it has trouble, that calls come too fast, and that the day is used up */
  refusals: Record<'error' | 'throttle' | 'quota', Refusal>
  /** how the platform refuses a call that doesn't fit its reference */
  misfit?: Refusal
  /** the path of a post's page */
  watchPath(post: Post): string
  /** 0 or absent: the one of last time, else any free one */
  port?: number
}

/** What a running stand-in is made of; each platform adds its own protocol. */
export interface Platform {
  app: FastifyInstance
  options: PlatformOptions
  posts: Records<Post>
  grants: Grants
  faults: Faults
  filesFolder: string
  /** milliseconds since 1970, moved on by the clock's control */
  now(): number
  /** how far its clock is ahead, in milliseconds */
  clock: { ahead: number }
  /** counters of a post as it shows them */
  countersOf(post: Post): Counters
  /** what its API sends in place of counters: undefined leaves one out, anything else is sent as it is */
  sends: Partial<Record<keyof Counters, unknown>>
  /** counters of a post as its API sends them */
  sentOf(post: Post): Record<keyof Counters, unknown>
  audience: { on: boolean; since: number }
  /** seconds that processing and moderation take */
  delays: { processing: number; moderation: number }
  /** whether uploads and other calls are limited per day and minute as the platform does */
  throttled: boolean
  switches: Switches
  /** calls that didn't fit the vendor's reference; tests want none */
  misfits: string[]
  listen(): Promise<string>
  close(): Promise<void>
}
