/** The posting side of a platform: what publishing passes in, what a platform answers, and its calls. */
import type { Readable } from 'node:stream'
import type { ViewCounter } from '#contract/money/constants.ts'
import type { Interaction } from '#contract/platforms/index.ts'
import type { Platform, PlatformMetadata } from '#contract/publishing/publications.ts'
import type { Micros } from '#server/core/money.ts'
import type { Sentence, Text } from '#server/core/sentences.ts'
import type { Account } from './account.ts'

/** The bytes to send; reopened at any offset the platform wants to resume from. */
export interface UploadFile {
  size: number
  type: string
  durationSeconds: number
  open(start: number, end: number): Promise<Readable>
}

/** Everything known about a publication when it is sent. */
export interface PostWork {
  publicationId: string
  platform: Platform
  metadata: PlatformMetadata
  file: UploadFile
  /** the session passed to `opened` earlier; null on the first attempt */
  session: string | null
  /** when the platform itself should make it public; null: at once */
  publishAt: Date | null
  /** second of the cover frame; null: the platform's choice */
  coverAt: number | null
}

/** A publisher's progress reports; each promise resolves once it is recorded. */
export interface PostHooks {
  signal: AbortSignal
  /** Before the call that opens an upload. @throws when it must not start now */
  opening(): Promise<void>
  /** Before the first byte. */
  opened(session: string): Promise<void>
  progress(bytes: number): void
}

export type CheckWork = Pick<PostWork, 'metadata' | 'publishAt' | 'session'> & {
  /** how long the platform has had every byte */
  processingSeconds: number
}

export interface Checked {
  /** again: the upload is incomplete after all and continues */
  state: 'processing' | 'live' | 'again'
  postId: string | null
  url: string | null
  /** a sentence for people while it is processing */
  note: Text | null
  /** null: at growing intervals */
  checkAgainSeconds: number | null
}

/**
 * posted: it is there. open: the upload can continue. none: nothing is there and nothing can appear anymore.
 * unclear: it isn't found, but it may be there; only a person may send it again, and the sentence explains
 * why.
 */
export type Found =
  | { outcome: 'posted'; remoteId: string }
  | { outcome: 'open' }
  | { outcome: 'none' }
  | { outcome: 'unclear'; code: string; sentence: Sentence }

/** A lookup: the texts and times that identify a post whose answer was lost. */
export interface LookUp {
  publicationId: string
  platform: Platform
  metadata: PlatformMetadata
  session: string | null
  /** size of the upload in bytes, 0 when none was opened */
  size: number
  openedAt: Date
  /** the post's id, if it was known before the answer was lost */
  postId: string | null
  /** duration of the file; null when it is gone */
  durationSeconds: number | null
  /** posts that are known to be others */
  known: ReadonlySet<string>
}

/**
 * A post's current counters. Null: the platform didn't send that count, or it was malformed; this says
 * nothing about the count.
 */
export interface PostStats {
  postId: string
  /** private: someone made it so; blocked: in some countries; null: everyone sees it. Absent: not known now. */
  unshown?: 'private' | 'blocked' | null
  views: number | null
  likes: number | null
  comments: number | null
  shares: number | null
  /** how long it is watched on average. Absent: the platform doesn't tell it with the counts. */
  watchedSeconds?: number | null
}

/** What a platform counts by its own whole days, some days late. */
interface DailyReport {
  /** posts per call */
  batch: number
  /** Whether an account granted what it takes. */
  grantedBy(scopes: readonly string[]): boolean
  /** The platform's day at a time, 'YYYY-MM-DD'. */
  dayOf(at: Date): string
  /** The newest day that is complete. */
  lastDay(now: Date): string
}

/** A post over some days; null for a malformed number. */
export interface OwnFigures {
  views: number | null
  /** how long it is watched on average */
  watchedSeconds: number | null
}

/** A platform's own measure of views: the one that it pays for itself. */
export interface OwnCounter extends DailyReport {
  counter: ViewCounter
  startOf(day: string): Date
  /** Views over days, both included. Posts without any are left out. */
  count(
    postIds: readonly string[],
    days: { from: string; through: string },
    account: Account,
  ): Promise<Map<string, OwnFigures>>
}

/** What a platform says it pays for posts; it corrects a month for some weeks. */
export interface IncomeReport extends DailyReport {
  /** Income over days, both included; null for a malformed amount. Posts without any are left out. */
  of(
    postIds: readonly string[],
    days: { from: string; through: string },
    account: Account,
  ): Promise<Map<string, Micros | null>>
}

/** A published post with its new texts. */
export interface ChangedPost {
  postId: string
  publicationId: string
  metadata: PlatformMetadata
}

/**
 * Changes to a published post; each may be repeated with the same result. Null when a platform has no call
 * for it; `afterwards` in its facts says so.
 */
export interface PostChanges {
  /** Replaces the texts and leaves the rest of the post unchanged. */
  edit: ((post: ChangedPost, account: Account) => Promise<void>) | null
  /** Makes it private, or public again with the privacy in its metadata. */
  setHidden: ((post: ChangedPost, hidden: boolean, account: Account) => Promise<void>) | null
  /** Deletes it; one that is already gone counts as deleted. */
  remove: ((postId: string, account: Account) => Promise<void>) | null
}

/** Additions to a post after publishing. */
export interface PostExtras {
  /** a JPEG image; null: the platform's choice */
  cover: Buffer<ArrayBuffer> | null
  metadata: PlatformMetadata
  /** length of the video; null when no longer known */
  seconds: number | null
}

/** What an account may choose for a post right now. */
export interface AccountForm {
  nickname: string
  privacyOptions: string[]
  closed: Interaction[]
  longestSeconds: number
}

/**
 * The calls for publishing: post until the bytes are there, check until it is live, finalize once, lookUp
 * when an answer is lost.
 */
export interface Publisher {
  /**
   * Whether an upload whose opening got no answer may simply be opened again, because opening posts nothing.
   */
  readonly reopens: boolean
  /** posts per stats call */
  readonly statsBatch: number
  /**
   * Opens an upload if there is none and sends the missing bytes, streaming the file.
   * @returns the platform's id of the upload or post
   * @throws PublishError; after unknown_outcome only lookUp may follow
   */
  post(work: PostWork, account: Account, hooks: PostHooks): Promise<{ remoteId: string }>
  /** @throws PublishError reject when the platform refused the video after all */
  check(remoteId: string, work: CheckWork, account: Account): Promise<Checked>
  /**
   * Adds what can only be added afterwards, such as a cover image; may be repeated.
   * @returns a sentence for each thing that couldn't be added; the post is published without it
   */
  finalize(postId: string, extras: PostExtras, account: Account): Promise<Text[]>
  lookUp(lost: LookUp, account: Account): Promise<Found>
  readonly changes: PostChanges
  /** Null when posts need no choices. */
  readonly form: ((account: Account) => Promise<AccountForm>) | null
  /** Null when the platform only has the count that it shows. */
  readonly ownCounter: OwnCounter | null
  /** Null when the platform has no report of what it pays. */
  readonly income: IncomeReport | null
  /** Current counters; posts that are gone are left out. */
  stats(postIds: readonly string[], account: Account): Promise<PostStats[]>
}
