import { PassThrough, type Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'
import { common } from './sentences.ts'

/** A body that did not arrive: the line's fault, not that of what was sent. Another try may do better. */
export class BodyError extends AppError {}

/** The refusal of a body that broke off. */
export const cutBody = (cause?: unknown): BodyError =>
  new BodyError('bad_request', common.brokenOff, { cause })

/**
 * A body as it arrives, which ends in an error when nothing comes for too long, when it breaks off, or when the signal
 * aborts. The source is left open, so that an answer can still be sent.
 * @param idleMs longest time without a byte, while somebody is ready to take one
 */
export function arriving(source: Readable, idleMs: number, signal?: AbortSignal): Readable {
  const body = new PassThrough()
  const fail = (error: unknown) => {
    source.unpipe(body)
    body.destroy(error as Error)
  }
  const timer = setTimeout(() => {
    // Whoever takes the bytes is slow, not whoever sends them.
    if (body.writableNeedDrain) timer.refresh()
    else fail(new BodyError('timeout', common.stalled({ idleMs })))
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
  // It may end before anybody reads it; who reads it later still gets the error.
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
 * Ends requests whose body stalls: 408 after so long without a byte, 400 when it breaks off. Bodies that routes read
 * themselves are theirs to end, by `arriving`.
 */
export function endStalledBodies(app: FastifyInstance, idleMs: number): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const {
      'content-type': type = '',
      'content-length': length,
      'transfer-encoding': coding,
    } = request.headers
    const hasBody = coding !== undefined || Number(length ?? 0) > 0
    return hasBody && !readByTheirRoutes.test(type) ? arriving(payload as Readable, idleMs) : payload
  })
}
