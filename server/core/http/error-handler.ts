import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { sentences as common } from '#sentences/http.ts'
import { isPassing } from '#server/core/db/database.ts'
import { isDiskFull } from '#server/core/disk-full.ts'
import { spokenTo } from '../language.ts'
import { isStoreBusy } from '../objects/store.ts'
import type { Language, Sentence } from '../sentences.ts'
import { AppError } from './errors.ts'
import { escapeHtml, type HtmlPage, productPage, wayOn } from './html-page.ts'

/** When to come back after the database or the object store couldn't answer. */
const retryAfterSeconds = 5

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

/** What Fastify and its plugins refuse, in our words. Anything else gets a sentence by its status. */
const framework: Readonly<Record<string, readonly [ErrorCode, Sentence]>> = {
  FST_ERR_BAD_URL: ['bad_request', common.badAddress],
  FST_ERR_MAX_PARAM_LENGTH: ['bad_request', common.addressTooLong],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['bad_request', common.emptyJson],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['bad_request', common.badLength],
  FST_ERR_CTP_INVALID_JSON_BODY: ['bad_request', common.badJson],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['bad_request', common.unknownType],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', common.tooLarge],
}
const byKind: Partial<Record<ErrorCode, Sentence>> = {
  too_large: common.tooLarge,
  forbidden: common.notAllowed,
  not_found: common.nothingHere,
  unauthorized: common.unauthorized,
}

/**
 * Converts any error to one that may be shown. Anything not meant for people becomes 'internal'; its text
 * stays in the log.
 */
export function asAppError(error: Error): AppError {
  if (error instanceof AppError) return error
  if (isDiskFull(error)) return new AppError('no_space', common.diskFull, { cause: error })
  if (isPassing(error) || isStoreBusy(error))
    return new AppError('unavailable', common.busy, { cause: error, retryAfterSeconds })
  const { code: errorCode, statusCode: status = 500 } = error as Partial<FastifyError>
  // PostgreSQL can't store a NUL character: 22021 in a text, 22P05 in JSON
  // (https://www.postgresql.org/docs/current/errcodes-appendix.html).
  if (errorCode === '22021' || errorCode === '22P05')
    return new AppError('bad_request', common.badCharacter, { cause: error })
  const [known, sentence] = framework[errorCode ?? ''] ?? []
  if (known && sentence) return new AppError(known, sentence, { cause: error })
  // Fastify's own JSON parser refuses some bodies with a plain error.
  if (error instanceof SyntaxError && status === 400)
    return new AppError('bad_request', common.badJson, { cause: error })
  const code = status >= 400 && status < 500 ? (byStatus[status] ?? 'bad_request') : undefined
  if (code) return new AppError(code, byKind[code] ?? common.notAccepted, { cause: error })
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

/**
 * Whether a person's browser opens this address as a page: a mailed link, a download, the way to sign in. Fetches,
 * frames and players aren't that, and neither is a program without a preference.
 */
function opensPage({ method, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || !/\btext\/html\b/.test(headers.accept ?? '')) return false
  const destination = headers['sec-fetch-dest']
  return destination === undefined || destination === 'document'
}

/** A refusal as a page: the sentence, and a way on. */
function pageOf(error: AppError, request: FastifyRequest, language: Language): HtmlPage {
  const say = (sentence: Sentence) => escapeHtml(sentence.in(language))
  const signedOut = error.code === 'unauthorized'
  const again = error.status >= 500 || error.status === 429
  return productPage(
    common.pageTitle.in(language),
    `<h1>${say(common.pageTitle)}</h1>
<p role="alert">${say(signedOut ? common.pageSignedOut : error.sentence)}</p>
${again ? wayOn(request.url, common.pageRetry.in(language)) : wayOn('/', (signedOut ? common.pageSignIn : common.pageHome).in(language))}`,
    language,
  )
}

/** Answers with the contract's JSON, or with a page where a person's browser opened the address. */
function answer(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = asAppError(error)
  if (shown.status >= 500) request.log.error({ err: error }, 'request failed')
  else request.log.debug({ err: error }, 'request refused')
  // Don't wait for the rest of the body.
  if (shown.code === 'timeout') reply.header('connection', 'close')
  if (shown.retryAfterSeconds) reply.header('retry-after', shown.retryAfterSeconds)
  const language = spokenTo(request)
  reply.status(shown.status).header('content-language', language)
  if (opensPage(request)) {
    const { html, headers } = pageOf(shown, request, language)
    return reply.headers(headers).send(html)
  }
  const body: ErrorBody = { ...errorBodyOf(shown, language), requestId: request.id }
  return reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

/** One way out for every refusal and failure. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(answer)
}

/** Refusals of the router, which come before every hook, so they set the headers of all answers themselves. */
export function refuseAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-content-type-options', 'nosniff').header('cache-control', 'no-store')
  answer(error, request, reply)
}

const overflow = 'HPE_HEADER_OVERFLOW'
const late = 'ERR_HTTP_REQUEST_TIMEOUT'

/**
 * Answers what Node's parser can't read, and closes the connection. Its headers, and with them the reader's language,
 * aren't known.
 */
export function refuseConnection({ code }: Error & { code?: string }, socket: Socket): void {
  if (socket.writable && code !== 'ECONNRESET') {
    const [line, refused] =
      code === overflow
        ? ['431 Request Header Fields Too Large', new AppError('too_large', common.headersTooLarge)]
        : code === late
          ? ['408 Request Timeout', new AppError('timeout', common.slowHeaders)]
          : ['400 Bad Request', new AppError('bad_request', common.badHttp)]
    const body = JSON.stringify(errorBodyOf(refused, 'en'))
    socket.write(
      [
        `HTTP/1.1 ${line}`,
        'Connection: close',
        'Content-Language: en',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Content-Type: application/json; charset=utf-8',
        'X-Content-Type-Options: nosniff',
        '',
        body,
      ].join('\r\n'),
    )
  }
  socket.destroy()
}
