import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sentences } from '#sentences/videos.ts'
import { leaveUnparsed } from '#server/core/http/body.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { implement } from '#server/core/http/implement.ts'
import type { OpenRequests } from '#server/core/http/open-requests.ts'
import { hijackWithHeaders } from '#server/core/http/security-headers.ts'
import { spokenTo } from '#server/core/language.ts'
import type { Deps } from '#server/deps.ts'
import { ownerIsSuspended, unsafeFind, type VideoRow } from '../store.ts'
import { completeIfWhole, type UploadDeps } from './complete-upload.ts'
import { takeForm } from './take-form.ts'
import { tusServer, tusVersion } from './tus.ts'
import { readUploadToken } from './upload-token.ts'

/** The method of a tus request: behind some networks only POST gets through, and a header says what was meant. */
function tusMethod({ method, headers }: FastifyRequest): string {
  const meant = String(headers['x-http-method-override'] ?? '').toUpperCase()
  return method === 'POST' && ['HEAD', 'PATCH', 'DELETE'].includes(meant) ? meant : method
}

/**
 * The upload address: signed, for one video, expiring. It accepts the contract's multipart POST with the
 * field `file` and, when the request has Tus-Resumable, tus 1.0.0 (creation, HEAD, PATCH, termination).
 */
export async function uploadRoutes(
  app: FastifyInstance,
  deps: UploadDeps & Pick<Deps, 'secrets' | 'publicUrl'> & { open: OpenRequests },
): Promise<void> {
  await app.register(multipart, {
    limits: { files: 1, fields: 10, fieldSize: 64 * 1024, fileSize: deps.incoming.maxBytes + 1 },
  })
  leaveUnparsed(app, 'application/offset+octet-stream')
  const tus = tusServer(deps)

  const videoOf = async (token: string, reply: FastifyReply): Promise<VideoRow> => {
    const video = await unsafeFind(deps.db, readUploadToken(deps.secrets, token, deps.clock.now()))
    if (!video) throw notFound('upload')
    // The person follows from the address, because there is no session.
    deps.open.enterPerson(video.user_id, reply)
    // The address needs no session, so it would outlive the one that ended with the suspension.
    if (await ownerIsSuspended(deps.db, video.user_id)) throw new AppError('forbidden', sentences.suspended)
    return video
  }

  /**
   * The video, completed first if its last byte arrived before a server died without recording it: here, because many
   * requests about it share that without waiting for their turns.
   */
  const whole = async (method: string, video: VideoRow) =>
    method === 'HEAD' && !video.uploaded_at && (await completeIfWhole(deps, video.id))
      ? ((await unsafeFind(deps.db, video.id)) ?? video)
      : video

  const viaTus = async (request: FastifyRequest, reply: FastifyReply, asked: VideoRow) => {
    const method = tusMethod(request)
    const video = await whole(method, asked)
    if (video.uploaded_at) {
      // The client missed our last response: tell it that everything is here.
      if (method !== 'HEAD') throw new AppError('conflict', sentences.alreadyUploaded)
      const size = String(video.file_size ?? 0)
      return reply
        .headers({
          'tus-resumable': tusVersion,
          'upload-offset': size,
          'upload-length': size,
          'cache-control': 'no-store',
        })
        .send()
    }
    hijackWithHeaders(reply)
    request.raw.method = method
    // The library hands on headers alone, and its refusals are sentences too.
    request.raw.headers['accept-language'] = spokenTo(request)
    await tus.handle(request.raw, reply.raw)
    return reply
  }

  for (const name of ['uploadOffset', 'uploadChunk', 'giveUpUpload'] as const)
    implement(app, name, async (request, reply) =>
      viaTus(request, reply, await videoOf(request.params.token, reply)),
    )

  implement(app, 'uploadForm', async (request, reply) => {
    const video = await videoOf(request.params.token, reply)
    if (request.headers['tus-resumable']) return viaTus(request, reply, video)
    if (video.uploaded_at) return { ok: true as const }
    if (!request.isMultipart())
      throw new AppError('bad_request', sentences.notAForm, {
        field: 'file',
      })
    // A refusal before the body was read must not look like a broken connection to the browser.
    reply.header('connection', 'close')
    try {
      await takeForm(deps, video.id, request)
    } catch (error) {
      drain(request)
      throw error
    }
    return { ok: true as const }
  })
}

const drainLimit = 64 * 1024 * 1024

/**
 * Discards what the client is still sending, up to a limit: closing at once would reset the connection, and
 * lose the response that explains the refusal.
 */
function drain(request: FastifyRequest): void {
  let seen = 0
  request.raw.on('data', (chunk: Buffer) => {
    seen += chunk.length
    if (seen > drainLimit) request.raw.destroy()
  })
  request.raw.resume()
}
