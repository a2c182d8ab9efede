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
import type { PlatformConfig } from '#server/platform/settings/platform-settings.ts'
import type { Moment } from './types.ts'

export type { Moment } from './types.ts'

/**
 * Why a call to a platform did not do what was asked; decides what happens next.
 * reconnect: the account has to be connected again. reject: the platform will not take this as it is.
 * retry_after: nothing was done, try again later. unknown_outcome: it may have been done; ask before anything else.
 */
export class PublishError extends Error {
  override name = 'PublishError'
  readonly kind: FailureKind
  /** the platform's own code, for the log */
  readonly code: string
  readonly actor: FailureActor
  readonly retryAfterSeconds: number | undefined
  /** the whole account is told to wait, not only this post */
  readonly pausesChannel: boolean
  /** the application is what has to wait, so all of its accounts do */
  readonly ofApplication: boolean
  /** nothing is left at the platform of what was tried: the next try begins from nothing */
  readonly startsOver: boolean
  /** the kind that people are shown, where it differs */
  readonly as: FailureKind | undefined
  /** asked to slow down, or out of a quota: it waits for as long as it takes, and no attempt is counted */
  readonly paced: boolean

  /** @param sentence what people read */
  constructor(
    kind: FailureKind,
    sentence: string,
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
    super(sentence, { cause: options.cause })
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

/** The connected account that a call is made for. */
export interface Account {
  channelId: string
  externalId: string
  /** @param refused a token that the platform did not take: another one is fetched. @throws PublishError reconnect */
  token(refused?: string): Promise<string>
  settings: ChannelSettings
}

/** The bytes to send; opened anew from wherever the platform wants to go on. */
export interface UploadFile {
  size: number
  type: string
  durationSeconds: number
  open(start: number, end: number): Promise<Readable>
}

/** Everything that is known of a publication when it is sent. */
export interface PostWork {
  publicationId: string
  platform: PlatformName
  metadata: PlatformMetadata
  file: UploadFile
  /** what `opened` was given earlier; null before */
  session: string | null
  /** when the platform itself is to make it public; null: at once */
  publishAt: Date | null
  /** second whose frame is the cover; null: the platform's choice */
  coverAt: number | null
}

/** What a publisher tells while it works; each promise resolves once it is on record. */
export interface PostHooks {
  signal: AbortSignal
  /** Before the call that opens an upload. @throws when it must not begin now */
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
  /** again: the upload is not whole after all and goes on */
  state: 'processing' | 'live' | 'again'
  postId: string | null
  url: string | null
  /** a sentence for people while it is processing */
  note: string | null
  /** null: less often the longer it takes */
  checkAgainSeconds: number | null
}

/**
 * posted: it is there. open: the upload can go on. none: nothing is there and nothing can still become of it.
 * unclear: it isn't found, but it may be there; only a person may send it again, the sentence tells them why.
 */
export type Found =
  | { outcome: 'posted'; remoteId: string }
  | { outcome: 'open' }
  | { outcome: 'none' }
  | { outcome: 'unclear'; code: string; sentence: string }

/** What was looked for: the texts and times by which a post without an answer is known again. */
export interface LookUp {
  publicationId: string
  platform: PlatformName
  metadata: PlatformMetadata
  session: string | null
  /** bytes of the upload, 0 when none was opened */
  size: number
  openedAt: Date
  /** the post, where its id was given before it was lost */
  postId: string | null
  /** of the file; null when it is gone */
  durationSeconds: number | null
  /** posts that are known to be others */
  known: ReadonlySet<string>
}

/** A post's counters now. Null: the platform did not give that count, or not as a count; that says nothing of it. */
export interface PostStats {
  postId: string
  views: number | null
  likes: number | null
  comments: number | null
  shares: number | null
}

/** A post that is out, with the words that it is to have. */
export interface ChangedPost {
  postId: string
  publicationId: string
  metadata: PlatformMetadata
}

/**
 * Changes to a post that is out; each may be repeated, and says the same thing again. What a platform has no call for
 * is null; `afterwards` of its facts says so to people.
 */
export interface PostChanges {
  /** Replaces the words and leaves everything else of the post as it is. */
  edit: ((post: ChangedPost, account: Account) => Promise<void>) | null
  /** Makes it private, or public again with the privacy of its words. */
  setHidden: ((post: ChangedPost, hidden: boolean, account: Account) => Promise<void>) | null
  /** Deletes it; one that is gone already counts as deleted. */
  remove: ((postId: string, account: Account) => Promise<void>) | null
}

/** What can be added to a post once it is out. */
export interface PostExtras {
  /** a JPEG picture; null: the platform's choice */
  cover: Buffer<ArrayBuffer> | null
  metadata: PlatformMetadata
  /** length of the video; null when it isn't known any more */
  seconds: number | null
}

/** What an account may choose for a post right now. */
export interface AccountForm {
  nickname: string
  privacyOptions: string[]
  closed: Interaction[]
  longestSeconds: number
}

/** The calls that publish. post until the bytes are there, check until it is live, finalize once, lookUp when lost. */
export interface Publisher {
  /** Whether an upload that was opened without an answer may simply be opened again: it posts nothing by itself. */
  readonly reopens: boolean
  /** posts asked for in one call of stats */
  readonly statsBatch: number
  /**
   * Opens an upload unless there is one, sends what is missing. Reads the file as a stream.
   * @returns the platform's id of what it now works on
   * @throws PublishError; after unknown_outcome only lookUp may follow
   */
  post(work: PostWork, account: Account, hooks: PostHooks): Promise<{ remoteId: string }>
  /** @throws PublishError reject when the platform did not take the video after all */
  check(remoteId: string, work: CheckWork, account: Account): Promise<Checked>
  /**
   * What can be done only afterwards, such as a cover picture; may be repeated.
   * @returns a sentence for each thing that could not be added; the post is out without it
   */
  finalize(postId: string, extras: PostExtras, account: Account): Promise<string[]>
  lookUp(lost: LookUp, account: Account): Promise<Found>
  readonly changes: PostChanges
  /** Null where a post needs no choices. */
  readonly form: ((account: Account) => Promise<AccountForm>) | null
  /** Counters now; posts that are gone are left out. */
  stats(postIds: readonly string[], account: Account): Promise<PostStats[]>
}

/** What a sign-in at a platform gave. Times in seconds from now; null where it did not say. */
export interface Grant {
  accessToken: string
  /** null: keep the one there is */
  refreshToken: string | null
  expiresIn: number
  refreshExpiresIn: number | null
  scopes: string[]
}

/** What is kept of a connected account to call with. */
export interface HeldTokens {
  accessToken: string
  refreshToken: string
  externalId: string
}

/** One thing about a connected account that was looked at before going live. */
export interface AccountCheck {
  what: string
  /** null: the platform has no call that tells */
  ok: boolean | null
  /** what was found, or what is missing and which step of the guide mends it; never a secret */
  note: string
}

/** Which account is meant where a person allows several at once. */
export interface WantedAccount {
  /** the one that is connected again; null: another one */
  externalId: string | null
  /** those that are connected */
  known: readonly string[]
}

export interface AccountProfile {
  externalId: string
  name: string
  /** what the platform calls the account in public, such as @trailcut; null where it says none */
  handle: string | null
  avatarUrl: string | null
  privacyOptions: string[]
}

/** The sign-in side of a platform (OAuth 2 authorization code, with PKCE where the platform has it). */
export interface Connector {
  readonly scopes: readonly string[]
  authorizeUrl(state: string, challenge: string, redirectUri: string): string
  exchange(code: string, verifier: string, redirectUri: string, wanted?: WantedAccount): Promise<Grant>
  /** @throws PublishError reconnect when the refresh token is dead */
  refresh(refreshToken: string): Promise<Grant>
  /** Who it is. */
  profile(accessToken: string): Promise<AccountProfile>
  /** Whether the account has all that publishing needs, by reading calls only. What the platform refuses is in it. */
  check(held: HeldTokens): Promise<AccountCheck[]>
}

/** A sandbox in place of a platform: where it answers, and this server's registration there. */
export interface StandIn {
  url: string
  credentials: { id: string; secret: string }
}

/** How many uploads may be opened in any rolling minute, hour and day. */
export interface StartLimits {
  /** absent: as many as there are in an hour */
  perMinute?: number
  perHour: number
  perDay: number
}

/** A kind of channel as this server reaches it: at the vendor's addresses or the sandbox's. */
export interface Network {
  publisher: Publisher
  /** null: no credentials are set, nobody can connect a channel */
  connector: Connector | null
  standIn: boolean
  limits: StartLimits
}

/** What belongs to the account that posts are made with. Platforms that post to the same account share it. */
export interface Channel {
  kind: ChannelKind
  /**
   * Whether the platform counts something for the application as a whole. Otherwise each account has the limit to
   * itself.
   */
  shared: { starts: boolean; statsCalls: boolean }
  /** calls for counters in a day, well below what the platform allows */
  dailyStatsCalls: number
  /** IANA zone in which the platform's quota days begin */
  quotaZone: string
  /** @param standIn null: the addresses and credentials of the settings */
  connect(settings: PlatformConfig, standIn: StandIn | null, clock: Clock): Network
}

/** What an audience can do on a platform, generously: counts beyond it are held for staff. */
export interface PlausibleCounts {
  /** new views a minute that nobody has to look at, whatever came before */
  viewsPerMinute: number
  /** the same as a multiple of the post's average rate so far */
  timesRate: number
  /** likes by views that are too many, from some hundred views on */
  likesPerView: number
}

export interface Problem {
  field: string
  sentence: string
}

/**
 * A platform: everything that differs between one and the next. Publishing names none; it asks the registry for the
 * platform of a publication and does what that says.
 */
export interface Platform {
  facts: PlatformFacts<PlatformName, ChannelKind>
  channel: Channel
  /** of the clips it gets */
  format: 'wide' | 'vertical'
  /** longest piece that it gets, and longest one that is picked for it; seconds */
  longestSeconds: number
  pickedSeconds: number
  /** whether it can take a video now, hidden, and open it at its time */
  uploadsEarly: boolean
  /** whether videos go there as soon as staff release them */
  takesReleased: boolean
  /** Why it would not take these words; empty when it would. */
  problemsOf(metadata: PlatformMetadata): Problem[]
  /** The choices for a post, with the channel's defaults where there is none. */
  withDefaults(metadata: PlatformMetadata, settings: ChannelSettings): PlatformMetadata
  /** Why this account could not post with the privacy that was chosen; null when it could. */
  privacyProblem(
    metadata: PlatformMetadata,
    channel: { name: string; settings: ChannelSettings },
  ): Problem | null
  /** Words that nobody wrote for it, made to fit: cut at a word, what it refuses replaced. */
  fitted(metadata: PlatformMetadata): PlatformMetadata
  /** Words for a clip, the way people write them there, of what it shows and nothing else. */
  wordsFor(moment: Moment): PlatformMetadata
  /** How many people watch in this hour of the week, about 0.4 to 1.5, until there are figures of our own. Sunday is 0. */
  attention(weekday: number, hour: number): number
  /** Milliseconds until the counters of a post of this age are asked for again. */
  sampleAgainMs(ageMs: number): number
  /** how counts of a post may grow, and how they relate */
  plausible: PlausibleCounts
}
