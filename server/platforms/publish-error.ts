import type { FailureActor, FailureKind } from '#contract/publishing/publications.ts'
import type { Text } from '#server/core/sentences.ts'

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
