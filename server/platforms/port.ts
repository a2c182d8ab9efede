import type { Readable } from 'node:stream'
import type { Interaction, PlatformFacts } from '#contract/platforms/index.ts'
import type {
  ChannelKind,
  FailureActor,
  FailureKind,
  PlatformMetadata,
  Platform as PlatformName,
} from '#contract/publishing/publications.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Sentence, Text } from '#server/platform/sentences.ts'
import type { PlatformConfig } from '#server/platform/settings/platform-settings.ts'
import type { Moment, Problem } from './types.ts'

export type { Moment, Problem } from './types.ts'

/**
 * Why a platform call failed; determines what happens next. reconnect: the account has to be reconnected.
 * reject: the platform refuses this as it is. retry_after: nothing was done, retry later. unknown_outcome: it
 * may have been done; look it up before anything else.
 */
export class PublishError extends Error {
  override name = 'PublishError'
  readonly kind: FailureKind
  /** shown to people; `message` is the same in English */
  readonly sentence: Text
  /** the platform's error code, for the log */
  readonly code: string
  readonly actor: FailureActor
  readonly retryAfterSeconds: number | undefined
  /** the whole account has to wait, not only this post */
  readonly pausesChannel: boolean
  /** the application has to wait, and so do all its accounts */
  readonly ofApplication: boolean
  /** the platform has nothing left of this attempt: the next one starts from scratch */
  readonly startsOver: boolean
  /** the kind shown to people, if it differs */
  readonly as: FailureKind | undefined
  /** throttled, or out of quota: it waits as long as needed, and no attempt is counted */
  readonly paced: boolean

  /** @param sentence shown to people */
  constructor(
    kind: FailureKind,
    sentence: Text,
    options: {
      code: string
      actor?: FailureActor
      retryAfterSeconds?: number | undefined
      pausesChannel?: boolean
      ofApplication?: boolean
      startsOver?: boolean
      as?: FailureKind
      paced?: boolean
      cause?: unknown
    },
  ) {
    super(String(sentence), { cause: options.cause })
    this.sentence = sentence
    this.kind = kind
    this.code = options.code
    this.actor = options.actor ?? (kind === 'retry_after' ? 'platform' : 'staff')
    this.retryAfterSeconds = options.retryAfterSeconds
    this.pausesChannel = options.pausesChannel ?? false
    this.ofApplication = options.ofApplication ?? false
    this.startsOver = options.startsOver ?? kind === 'reject'
    this.as = options.as
    this.paced = options.paced ?? this.pausesChannel
  }
}

/** What a connected account may choose, and what staff chose for it. */
export interface ChannelSettings {
  defaultPrivacy?: string | undefined
  interactions?: PlatformMetadata['interactions']
  disclosure?: PlatformMetadata['disclosure']
  /** who confirmed these as the defaults for posts, and when (ISO 8601) */
  confirmedBy?: string | null | undefined
  confirmedAt?: string | undefined
  privacyOptions?: string[] | undefined
}

/** The connected account for a call. */
export interface Account {
  channelId: string
  externalId: string
  /**
   * @param refused a token that the platform refused; a new one is fetched. @throws PublishError reconnect
   */
  token(refused?: string): Promise<string>
  settings: ChannelSettings
}

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
  platform: PlatformName
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
  platform: PlatformName
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
  views: number | null
  likes: number | null
  comments: number | null
  shares: number | null
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
  /** Current counters; posts that are gone are left out. */
  stats(postIds: readonly string[], account: Account): Promise<PostStats[]>
}

/** The result of a sign-in at a platform. Times in seconds from now; null when it didn't say. */
export interface Grant {
  accessToken: string
  /** null: keep the current one */
  refreshToken: string | null
  expiresIn: number
  refreshExpiresIn: number | null
  scopes: string[]
}

/** The stored tokens of a connected account. */
export interface HeldTokens {
  accessToken: string
  refreshToken: string
  externalId: string
}

/** The result of one check of a connected account before going live. */
export interface AccountCheck {
  what: string
  /** null: the platform has no call for it */
  ok: boolean | null
  /** what was found, or what is missing and which step of the guide fixes it; never a secret */
  note: string
}

/** Which account to connect when a person grants several at once. */
export interface AccountFilter {
  /** the one being reconnected; null: a new one */
  externalId: string | null
  /** the connected ones */
  known: readonly string[]
}

export interface AccountProfile {
  externalId: string
  name: string
  /** the account's public name, such as @trailcut; null when it has none */
  handle: string | null
  avatarUrl: string | null
  privacyOptions: string[]
}

/** The sign-in side of a platform (OAuth 2 authorization code, with PKCE if the platform supports it). */
export interface Connector {
  readonly scopes: readonly string[]
  authorizeUrl(state: string, challenge: string, redirectUri: string): string
  exchange(code: string, verifier: string, redirectUri: string, wanted?: AccountFilter): Promise<Grant>
  /** @throws PublishError reconnect when the refresh token is no longer valid */
  refresh(refreshToken: string): Promise<Grant>
  /** The account's profile. */
  profile(accessToken: string): Promise<AccountProfile>
  /**
   * Checks with read-only calls whether the account has everything publishing needs. The platform's refusals
   * are part of the result.
   */
  check(held: HeldTokens): Promise<AccountCheck[]>
}

/** A platform's sandbox: its address, and this server's registration there. */
export interface PlatformSandbox {
  url: string
  credentials: { id: string; secret: string }
}

/** How many uploads may be opened in any rolling minute, hour and day. */
export interface StartLimits {
  /** absent: as many as per hour */
  perMinute?: number
  perHour: number
  perDay: number
}

/** A kind of channel as this server reaches it: at the vendor's addresses or the sandbox's. */
export interface Network {
  publisher: Publisher
  /** null: no credentials are set, so no channel can be connected */
  connector: Connector | null
  sandbox: boolean
  limits: StartLimits
}

/**
 * Everything about the account that posts are made with. Platforms that post to the same account share it.
 */
export interface Channel {
  kind: ChannelKind
  /**
   * Whether the platform's limit applies to the application as a whole. Otherwise each account has its own.
   */
  shared: { starts: boolean; statsCalls: boolean }
  /** calls for counters per day, well below the platform's limit */
  dailyStatsCalls: number
  /** IANA time zone of the platform's quota days */
  quotaZone: string
  /** @param sandbox null: the configured addresses and credentials */
  connect(settings: PlatformConfig, sandbox: PlatformSandbox | null, clock: Clock): Network
}

/** A generous estimate of what an audience can do on a platform: higher counts are held for staff. */
export interface PlausibleCounts {
  /** new views per minute that are always accepted, whatever came before */
  viewsPerMinute: number
  /** the same as a multiple of the post's average rate so far */
  timesRate: number
  /** ratio of likes to views that is too high, from a few hundred views on */
  likesPerView: number
}

/**
 * A platform: everything that differs between platforms. Publishing names none; it looks up a publication's
 * platform in the registry and follows it.
 */
export interface Platform {
  facts: PlatformFacts<PlatformName, ChannelKind>
  channel: Channel
  /** of its clips */
  format: 'wide' | 'vertical'
  /** its longest clip, and the longest one picked for it; seconds */
  longestSeconds: number
  pickedSeconds: number
  /** whether a hidden video can be uploaded now and made public at its time */
  uploadsEarly: boolean
  /** whether videos are published there as soon as staff release them */
  takesReleased: boolean
  /** Why it would refuse these texts; empty when it wouldn't. */
  problemsOf(metadata: PlatformMetadata): Problem[]
  /** The choices for a post, using the channel's defaults for missing ones. */
  withDefaults(metadata: PlatformMetadata, settings: ChannelSettings): PlatformMetadata
  /** Why this account couldn't post with the chosen privacy; null when it could. */
  privacyProblem(
    metadata: PlatformMetadata,
    channel: { name: string; settings: ChannelSettings },
  ): Problem | null
  /** Texts not written for it, made to fit: cut at a word, and refused characters replaced. */
  fitted(metadata: PlatformMetadata): PlatformMetadata
  /** Texts for a clip in the platform's style, about what it shows and nothing else. */
  textsFor(moment: Moment): PlatformMetadata
  /**
   * Relative audience in this hour of the week, about 0.4 to 1.5, until we have our own figures. Sunday is 0.
   */
  attention(weekday: number, hour: number): number
  /** Milliseconds until the counters of a post of this age are fetched again. */
  sampleAgainMs(ageMs: number): number
  /** how a post's counts may grow and relate */
  plausible: PlausibleCounts
}
