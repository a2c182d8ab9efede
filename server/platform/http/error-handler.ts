import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { isDiskFull } from '#server/platform/disk-full.ts'
import { spokenTo } from '../language.ts'
import type { Language } from '../sentences.ts'
import { AppError } from './errors.ts'
import { common } from './sentences.ts'

const byStatus: Record<number, ErrorCode> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  408: 'timeout',
  409: 'conflict',
  410: 'gone',
  413: 'too_large',
  415: 'bad_request',
  422: 'invalid_input',
  429: 'too_many_requests',
  503: 'unavailable',
}

/**
 * Converts any error to one that may be shown. Anything not meant for people becomes 'internal'; its text
 * stays in the log.
 */
export function asAppError(error: Error): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const [first] = error.validation
    const field = first?.instancePath.split('/').filter(Boolean).join('.') ?? ''
    const problem = first?.message
    const sentence = !problem
      ? common.invalidInput
      : field
        ? common.invalidField({ field, problem })
        : common.refused({ problem })
    return new AppError('invalid_input', sentence, {
      ...(field ? { field } : {}),
      cause: error,
    })
  }
  if (isDiskFull(error)) return new AppError('no_space', common.diskFull, { cause: error })
  const { code: errorCode, statusCode: status = 500 } = error as Partial<FastifyError>
  // PostgreSQL can't store a NUL character: 22021 in a text, 22P05 in JSON
  // (https://www.postgresql.org/docs/current/errcodes-appendix.html).
  if (errorCode === '22021' || errorCode === '22P05')
    return new AppError('bad_request', common.badCharacter, { cause: error })
  if (status === 400 && errorCode?.startsWith('FST_ERR_CTP'))
    return new AppError('bad_request', common.badJson, { cause: error })
  const code = status >= 400 && status < 500 ? byStatus[status] : undefined
  if (code === 'too_large') return new AppError(code, common.tooLarge, { cause: error })
  if (code) return new AppError(code, common.refused({ problem: error.message }), { cause: error })
  return new AppError('internal', common.internal, { cause: error })
}

/** What a refusal answers, as the contract says. */
export const errorBodyOf = (error: AppError, language: Language): ErrorBody => ({
  code: error.code,
  message: error.sentence.in(language),
  reason: error.sentence.id,
  values: error.sentence.valuesIn(language),
  ...(error.field ? { field: error.field } : {}),
})

/** One way out for every refusal and failure: the contract's JSON. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) => {
    const shown = asAppError(error)
    if (shown.status >= 500) request.log.error({ err: error }, 'request failed')
    else request.log.debug({ err: error }, 'request refused')
    // Don't wait for the rest of the body.
    if (shown.code === 'timeout') reply.header('connection', 'close')
    if (shown.retryAfterSeconds) reply.header('retry-after', shown.retryAfterSeconds)
    const language = spokenTo(request)
    const body: ErrorBody = { ...errorBodyOf(shown, language), requestId: request.id }
    return reply
      .status(shown.status)
      .header('content-language', language)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(body)
  })
}
