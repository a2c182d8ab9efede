import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { sentences } from '#sentences/videos.ts'
import { arriving, BodyError, cutBody } from '#server/core/http/body.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { unsafeFind } from '../store.ts'
import { completeUpload, refuseUpload, type UploadDeps } from './complete-upload.ts'
import { takeWhole } from './incoming.ts'
import { reserveBytes } from './upload-budget.ts'

const megabyte = 1024 * 1024

/**
 * Receives a video through the contract's multipart form. A later request for the same upload takes over:
 * this one is refused and nothing of it is kept.
 * @throws AppError a refusal of the file, over_budget or no_space when there is no room for it, conflict when
 * another request took over, BodyError when the body stalled or
 *   broke off
 */
export async function takeForm(deps: UploadDeps, videoId: string, request: FastifyRequest): Promise<void> {
  const overtaken = new AbortController()
  const { signal } = overtaken
  const end = await deps.turns.take(videoId, () =>
    overtaken.abort(new AppError('conflict', sentences.overtaken)),
  )
  let giveBack = () => {}
  try {
    signal.throwIfAborted()
    // It may have been completed while this request waited for its turn.
    const video = await unsafeFind(deps.db, videoId)
    if (!video) throw notFound('video')
    if (video.uploaded_at) return
    const announced = Number(request.headers['content-length'] ?? Number.NaN)
    // Without a length, assume the maximum size.
    const bytes = Math.min(Number.isNaN(announced) ? Infinity : announced, deps.incoming.maxBytes)
    await reserveBytes(deps.db, deps.config.budgets, video, bytes)
    giveBack = await deps.incoming.room.take(deps.incoming.roomFor(bytes))
    const body = await fileIn(request, deps.incoming, signal)
    const attempt = await takeWhole(deps.incoming, videoId, body)
    await completeUpload(deps, videoId, () => deps.incoming.seal(videoId, attempt)).catch(async error => {
      // A form is sent again as a whole, so earlier bytes only take space.
      await deps.incoming.forget(videoId)
      throw error
    })
  } catch (error) {
    if (isVerdict(error)) await refuseUpload(deps, videoId)
    throw error
  } finally {
    giveBack()
    await end()
  }
}

/** Whether the file itself was refused, which ends the upload. After any other error it can be retried. */
const isVerdict = (error: unknown) =>
  error instanceof AppError &&
  !(error instanceof BodyError) &&
  ['too_large', 'not_a_video', 'bad_request'].includes(error.code)

/** The file part of the form. @throws AppError when there is none, BodyError when it doesn't arrive */
async function fileIn(
  request: FastifyRequest,
  { idleMs, maxBytes }: UploadDeps['incoming'],
  signal: AbortSignal,
): Promise<Readable> {
  const { promise: never, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new BodyError('timeout', sentences.noFileYet)), idleMs)
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const part = await Promise.race([request.file(), never])
    if (part?.fieldname !== 'file') throw new AppError('bad_request', sentences.noFile, { field: 'file' })
    return arriving(part.file, idleMs, signal)
  } catch (error) {
    if (error instanceof AppError) throw error
    const { code, statusCode } = error as { code?: string; statusCode?: number }
    if (code === 'FST_REQ_FILE_TOO_LARGE')
      throw new AppError('too_large', sentences.tooLarge({ megabytes: Math.floor(maxBytes / megabyte) }), {
        field: 'file',
      })
    // A parser error without a status means that the form is incomplete.
    throw statusCode ? error : cutBody(error)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}
