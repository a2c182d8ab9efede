import { PassThrough, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sentences as common } from '#sentences/http.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { AppError } from './errors.ts'

/** A body that didn't arrive because of the connection, not its content. A retry may succeed. */
export class BodyError extends AppError {}

/** The error for a body that broke off. */
export const cutBody = (cause?: unknown): BodyError =>
  new BodyError('bad_request', common.brokenOff, { cause })

/**
 * A body as it arrives. It fails when nothing arrives for too long, when it breaks off, or when the signal
 * aborts. The source stays open, so that an answer can still be sent.
 * @param idleMs longest time without a byte while the reader is ready for one
 */
export function arriving(source: Readable, idleMs: number, signal?: AbortSignal): Readable {
  const body = new PassThrough()
  const fail = (error: unknown) => {
    source.unpipe(body)
    body.destroy(error as Error)
  }
  const timer = setTimeout(() => {
    // The reader is slow, not the sender.
    if (body.writableNeedDrain) timer.refresh()
    else fail(new BodyError('timeout', common.stalled({ seconds: Math.round(idleMs / 100) / 10 })))
  }, idleMs)
  const onAbort = () => fail(signal?.reason)
  const onClose = () => {
    if (!source.readableEnded) fail(cutBody())
  }
  source
    .on('data', () => timer.refresh())
    .once('error', cause => fail(cutBody(cause)))
    .once('close', onClose)
    .pipe(body)
  // It may fail before it is read; a later reader still gets the error.
  body.on('error', () => undefined)
  body.once('close', () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  })
  if (signal?.aborted) onAbort()
  else if (source.destroyed) onClose()
  else signal?.addEventListener('abort', onAbort, { once: true })
  return body
}

const readByTheirRoutes = /^(multipart\/form-data|application\/(offset\+)?octet-stream)\b/i

/**
 * Ends requests whose body stalls: 408 after this long without a byte, 400 when it breaks off. Routes that
 * read the body themselves use `arriving` instead.
 */
export function endStalledBodies(app: FastifyInstance, idleMs: number): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const {
      'content-type': type = '',
      'content-length': length,
      'transfer-encoding': coding,
    } = request.headers
    const hasBody = coding !== undefined || Number(length ?? 0) > 0
    done(null, hasBody && !readByTheirRoutes.test(type) ? arriving(payload as Readable, idleMs) : payload)
  })
}

const bytes = 'application/octet-stream'

/** For routes that stream their body from `request.raw`: parsing it here would hold it in memory. */
export function leaveUnparsed(scope: FastifyInstance, type: string = bytes): void {
  scope.addContentTypeParser(type, (_request, _payload, done) => done(null))
}

/**
 * For routes with a small file as their body: it is parsed into memory, and ends like other bodies when it stalls.
 * The route's bodyLimit is the limit.
 */
export function readBytes(scope: FastifyInstance, idleMs: number): void {
  scope.addHook('preParsing', async (request, _reply, payload) =>
    request.headers['content-type']?.startsWith(bytes) ? arriving(payload as Readable, idleMs) : payload,
  )
  scope.addContentTypeParser(bytes, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** @throws AppError bad_request with this sentence when the body isn't sent as plain bytes */
export function requireBytes(request: FastifyRequest, otherwise: Sentence): void {
  if (!request.headers['content-type']?.startsWith(bytes)) throw new AppError('bad_request', otherwise)
}
