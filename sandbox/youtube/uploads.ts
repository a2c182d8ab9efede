import path from 'node:path'
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { youtubeLimits, youtubeTagCharacters } from '#contract/platforms/youtube.ts'
import { dailyUploadsOf } from '../social/daily-uploads.ts'
import { secret } from '../social/grants.ts'
import { hangUp, noCounters, type Platform, type Post } from '../social/platform.ts'
import { Records } from '../social/records.ts'
import { Arrivals, receive, sha256Of } from '../social/uploads.ts'
import { refuse } from './errors.ts'
import { type Quota, unitsOf } from './quota.ts'
import { videoResource } from './resource.ts'
import { uploadBytes, videoBody, youtubeCalls } from './schemas.ts'

interface Session {
  id: string
  accountId: string
  resource: z.infer<typeof videoBody>
  size: number
  type: string
  offset: number
  expiresAt: number
  videoId: string | null
}

/** Why YouTube would not take these words, as its reasons name it. */
export function wordsFault(words: { title: string; description: string; tags: string[] }): string | null {
  const { title, description, tags } = words
  const limits = youtubeLimits
  if (!title.trim() || [...title].length > limits.titleCharacters || /[<>]/.test(title)) return 'invalidTitle'
  if (Buffer.byteLength(description) > limits.descriptionBytes || /[<>]/.test(description))
    return 'invalidDescription'
  const isBad = (tag: string) => /[<>]/.test(tag) || [...tag].length > limits.oneTagCharacters
  if (youtubeTagCharacters(tags) > limits.tagCharacters || tags.some(isBad)) return 'invalidTags'
  return null
}

function fault(r: z.infer<typeof videoBody>): string | null {
  const wrong = wordsFault(r.snippet)
  if (wrong) return wrong
  if (r.status.publishAt && r.status.privacyStatus !== 'private') return 'invalidPublishAt'
  return null
}

const sessionHours = 24

interface Uploads {
  platform: Platform
  quota: Quota
  sessions: Records<Session>
}

/** Opens a session. */
function openSession({ platform, sessions, quota }: Uploads): void {
  const { app, grants, now } = platform
  const usedUp = dailyUploadsOf(platform)
  app.post<{ Querystring: Record<string, string> }>(
    '/upload/youtube/v3/videos',
    { config: { fault: 'open', call: youtubeCalls['videos.insert'] } },
    async (request, reply) => {
      const who = grants.bearer(request.headers.authorization)
      if (!who) return refuse(reply, 401, 'authError', 'Invalid Credentials')
      if (!who.scopes.some(s => s.endsWith('/youtube.upload')))
        return refuse(reply, 403, 'insufficientPermissions')
      if (request.query.uploadType !== 'resumable') return refuse(reply, 400, 'mediaBodyRequired')
      const body = videoBody.safeParse(request.body)
      if (!body.success) return refuse(reply, 400, 'invalidMetadata')
      const wrong = fault(body.data)
      if (wrong) return refuse(reply, 400, wrong)
      if (usedUp(who.accountId)) return refuse(reply, 400, 'uploadLimitExceeded')
      if (quota.uploads(1)) return refuse(reply, 403, 'quotaExceeded')
      const id = secret()
      await sessions.save({
        id,
        accountId: who.accountId,
        resource: body.data,
        size: Number(request.headers['x-upload-content-length'] ?? 0),
        type: String(request.headers['x-upload-content-type'] ?? 'application/octet-stream'),
        offset: 0,
        expiresAt: now() + sessionHours * 3600_000,
        videoId: null,
      })
      const host = request.headers.host ?? '127.0.0.1'
      return reply
        .header('location', `http://${host}/upload/youtube/v3/videos?uploadType=resumable&upload_id=${id}`)
        .status(200)
        .send()
    },
  )
}

/** Tells how much has arrived. */
const where = (reply: FastifyReply, session: Session) => {
  if (session.offset > 0) reply.header('range', `bytes=0-${session.offset - 1}`)
  return reply.status(308).send()
}

async function complete({ platform, sessions }: Uploads, session: Session): Promise<Post> {
  const { posts, now } = platform
  const file = path.join(platform.filesFolder, session.id)
  const id = secret(8).slice(0, 11)
  const post: Post = {
    id,
    accountId: session.accountId,
    title: session.resource.snippet.title,
    metadata: { ...session.resource.snippet, ...session.resource.status },
    file,
    type: session.type,
    size: session.size,
    sha256: await sha256Of(file),
    createdAt: now(),
    real: noCounters(),
    removed: false,
    cover: null,
    locked: platform.switches.unreviewed,
    ...(platform.switches.verdict ? { verdict: platform.switches.verdict } : {}),
  }
  await posts.save(post)
  await sessions.save({ ...session, videoId: id, offset: session.size })
  return post
}

/** Takes the bytes of a session, tells how many there are, or gives the final answer again. */
function takeBytes(uploads: Uploads): void {
  const { platform, sessions } = uploads
  const { app, grants, faults, posts, now } = platform
  const arrivals = new Arrivals()
  const final = (reply: FastifyReply, id: string, status: number) => {
    const post = posts.get(id)
    return reply.status(status).send(post ? videoResource(platform, post) : { id })
  }

  app.put<{ Querystring: Record<string, string> }>(
    '/upload/youtube/v3/videos',
    { config: { fault: 'upload', call: uploadBytes } },
    async (request, reply) => {
      const id = request.query.upload_id ?? ''
      await arrivals.takeOver(id)
      const session = sessions.get(id)
      if (!session || session.expiresAt < now())
        return refuse(reply, 404, 'notFound', 'Upload session is gone')
      const asking = /^bytes \*\//.test(request.headers['content-range'] ?? '')
      const ordered = faults.take(asking ? 'ask' : 'upload')
      if (ordered?.kind === 'lost') return hangUp(request, reply)
      if (ordered?.kind === 'error') return refuse(reply, 503, 'backendError')
      if (ordered?.kind === 'expire') {
        await sessions.save({ ...session, expiresAt: 0 })
        return refuse(reply, 404, 'notFound', 'Upload session is gone')
      }
      if (session.videoId) return final(reply, session.videoId, 200)
      if (!grants.bearer(request.headers.authorization))
        return refuse(reply, 401, 'authError', 'Invalid Credentials')
      if (asking) return where(reply, session)
      const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(request.headers['content-range'] ?? '')
      const from = range ? Number(range[1]) : 0
      if (range && Number(range[3]) !== session.size) return refuse(reply, 400, 'badContent')
      if (from !== session.offset) return where(reply, session)

      return arrivals.by(request.raw, id, async () => {
        const cut = ordered?.kind === 'cut' ? ordered.afterBytes : undefined
        const { size, broken } = await receive(request.raw, path.join(platform.filesFolder, id), from, cut)
        // Arriving bytes are kept in whole blocks; an incomplete block is dropped silently.
        const kept = size >= session.size ? session.size : Math.max(from, size - (size % 262_144))
        const current = { ...session, offset: kept }
        if (kept < session.size || broken) {
          await sessions.save({ ...current, offset: Math.min(kept, session.size - 1) })
          if (broken) return hangUp(request, reply)
          return where(reply, current)
        }
        const post = await complete(uploads, current)
        if (ordered?.kind === 'answer_lost') return hangUp(request, reply)
        return final(reply, post.id, 201)
      })
    },
  )
}

function takeThumbnail({ platform: { app, grants, posts }, quota }: Uploads): void {
  app.post<{ Querystring: Record<string, string> }>(
    '/upload/youtube/v3/thumbnails/set',
    { config: { fault: 'thumbnail', call: youtubeCalls['thumbnails.set'] } },
    async (request, reply) => {
      const who = grants.bearer(request.headers.authorization)
      if (!who) return refuse(reply, 401, 'authError')
      if (quota.general(unitsOf['thumbnails.set'])) return refuse(reply, 403, 'quotaExceeded')
      const post = posts.get(request.query.videoId ?? '')
      if (!post || post.accountId !== who.accountId) return refuse(reply, 404, 'videoNotFound')
      const file = `${post.file}.jpg`
      const { size } = await receive(request.raw, file, 0)
      if (size === 0) return refuse(reply, 400, 'mediaBodyRequired')
      await posts.save({ ...post, cover: file })
      return { kind: 'youtube#thumbnailSetResponse', items: [] }
    },
  )
}

/** Resumable uploads: sessions, 308, expiry, and the final answer given again. */
export async function uploadRoutes(platform: Platform, quota: Quota): Promise<void> {
  const sessions = await Records.open<Session>(path.join(platform.options.folder, 'sessions'))
  const uploads = { platform, sessions, quota }
  openSession(uploads)
  takeBytes(uploads)
  takeThumbnail(uploads)
}
