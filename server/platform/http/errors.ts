import { type ErrorCode, errorStatus } from '#contract/errors.ts'

/**
 * A refusal or failure that a person is told about: code for machines, sentence for people, cause for the log.
 */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: { field?: string; cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.field = options.field
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** 404, whether the thing is missing or belongs to somebody else. */
export const notFound = (what: string): AppError => new AppError('not_found', `${what} was not found.`)
