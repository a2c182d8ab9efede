import type { FailureActor, FailureKind } from '#contract/publishing/publications.ts'
import { sentences } from '#sentences/platforms.ts'
import type { Text } from '#server/core/sentences.ts'
import { type Answer, NoAnswerError } from './http.ts'

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

/** Nothing was done by a platform that didn't answer, or it may be done again: retried later. */
export const unanswered =
  (sentence: Text) =>
  (cause: unknown): PublishError =>
    new PublishError('retry_after', sentence, { code: 'no_answer', cause })

/** A call's answer. @param means what it means that there is none. @throws PublishError then */
export const silent = (
  answer: Promise<Answer>,
  means: (cause: unknown) => PublishError = unanswered(sentences.platformSilent),
): Promise<Answer> =>
  answer.catch(error => {
    throw error instanceof NoAnswerError ? means(error) : error
  })

/** How often a cut connection without progress is resumed before the job goes back to the queue. */
const idleCuts = 3

/**
 * Counts an upload's connections without progress in a row.
 * @returns to be called after each; throws PublishError after the last that is resumed
 */
export function cutsOf(platform: string): (progress: boolean, answer: Answer | null) => void {
  let idle = 0
  return (progress, answer) => {
    idle = progress ? 0 : idle + 1
    if (idle >= idleCuts)
      throw new PublishError('retry_after', sentences.connectionBreaks({ platform }), {
        code: answer ? String(answer.status) : 'cut',
      })
  }
}
