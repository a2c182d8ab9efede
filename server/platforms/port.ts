/** Everything publishing knows about a platform; its posting and sign-in sides are in files of their own. */
import type { PlatformFacts } from '#contract/platforms/index.ts'
import type {
  ChannelKind,
  PlatformMetadata,
  Platform as PlatformName,
} from '#contract/publishing/publications.ts'
import type { Clock } from '#server/core/clock.ts'
import type { PlatformConfig } from '#server/core/settings/platform-settings.ts'
import type { ChannelSettings } from './account.ts'
import type { Connector } from './connector.ts'
import type { Publisher } from './publisher.ts'
import type { Moment, Problem } from './types.ts'

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
