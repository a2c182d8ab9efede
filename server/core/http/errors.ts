import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import { sentences as common } from '#sentences/http.ts'
import type { Sentence } from '../sentences.ts'

/**
 * A refusal or failure that a person reads about: code for machines, sentence for people, cause for the log. Its
 * `message` is the sentence in English.
 */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly sentence: Sentence
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    sentence: Sentence,
    options: { field?: string; cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(String(sentence), { cause: options.cause })
    this.code = code
    this.sentence = sentence
    this.field = options.field
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** Whether something was refused because its account has no room for it; another try won't help. */
export const isOverBudget = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'over_budget'

/** What an address may refer to, for the sentence that says it doesn't exist. */
type ThingName = Parameters<typeof common.notFound>[0]['what']

/** 404, whether the thing is missing or belongs to another person. */
export const notFound = (what: ThingName): AppError => new AppError('not_found', common.notFound({ what }))
