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
  /** whether calls per minute are limited as the platform does */
  throttled: boolean
  listen(): Promise<string>
  close(): Promise<void>
}
