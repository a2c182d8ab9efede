import { randomInt } from 'node:crypto'
import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { dailyUploadsOf } from '../social/daily-uploads.ts'
import { type Film, filmIn } from '../social/film.ts'
import { secret } from '../social/grants.ts'
import { hangUp, noCounters, type Platform, type Post } from '../social/platform.ts'
import { Records } from '../social/records.ts'
import { Arrivals, receive, sha256Of } from '../social/uploads.ts'
import { refuse, withNumbers, wrap } from './envelope.ts'
import { initBody, tiktokCalls } from './schemas.ts'

const megabyte = 1024 * 1024
/** An upload and its later state. */
export interface Pending {
  id: string
  uploadId: string
  accountId: string
  info: z.infer<typeof initBody>['post_info']
  size: number
  chunkSize: number
  count: number
  offset: number
  openedAt: number
  expiresAt: number
  postId: string | null
  completedAt: number | null
  failReason: string | null
  /** status calls that still report an unfinished upload after it arrived */
  lag?: number
}

/** Whether it is public: only public posts are listed and get a public id. */
export const isPublic = (one: Pending): boolean => one.info.privacy_level === 'PUBLIC_TO_EVERYONE'

const urlHours = 1
const options: Record<string, string[]> = {
  'trailcut.rides': ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
  'trailcut.stunts': ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
  'trailcut.friends': ['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
}

/** Accounts visible only to followers. */
const privateAccounts = ['trailcut.friends']

/** Whether TikTok would refuse the chunk sizes. */
function wrongChunks(s: z.infer<typeof initBody>['source_info']): boolean {
  if (s.total_chunk_count !== Math.max(1, Math.floor(s.video_size / s.chunk_size))) return true
  if (s.total_chunk_count === 1) return s.chunk_size > 64 * megabyte || s.video_size > 128 * megabyte
  const last = s.video_size - s.chunk_size * (s.total_chunk_count - 1)
  return s.chunk_size < 5 * megabyte || s.chunk_size > 64 * megabyte || last > 128 * megabyte
}

/** Limits calls per minute and token; refused calls count too. */
function perMinute(platform: Platform, most: number, always: boolean) {
  const calls = new Map<string, number[]>()
  return (token: string): boolean => {
    if (!always && !platform.throttled) return false
    const since = platform.now() - 60_000
    const recent = (calls.get(token) ?? []).filter(t => t > since)
    recent.push(platform.now())
    calls.set(token, recent)
    return recent.length > most
  }
}

interface Publishing {
  platform: Platform
  pending: Records<Pending>
}

/** Checks the token and the rate limit. @returns the caller, or null once a refusal was sent */
function asker(
  { grants }: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  tooMany: (token: string) => boolean,
) {
  const who = grants.bearer(request.headers.authorization)
  if (!who) {
    refuse(reply, 401, 'access_token_invalid')
    return null
  }
  if (!who.scopes.includes('video.publish')) {
    refuse(reply, 401, 'scope_not_authorized')
    return null
  }
  if (tooMany(request.headers.authorization ?? '')) {
    reply.header('retry-after', '10')
    refuse(reply, 429, 'rate_limit_exceeded')
    return null
  }
  return who
}

/** Registers creator_info: what the account may post. */
function creatorInfo({ platform }: Publishing): void {
  const limit = perMinute(platform, 20, true)
  platform.app.post(
    '/v2/post/publish/creator_info/query/',
    { config: { call: tiktokCalls.creatorInfo } },
    async (request, reply) => {
      const who = asker(platform, request, reply, limit)
      if (!who) return reply
      return wrap({
        creator_username: who.accountId,
        creator_nickname: platform.options.accounts.find(a => a.id === who.accountId)?.name ?? '',
        creator_avatar_url: '',
        privacy_level_options: options[who.accountId] ?? ['SELF_ONLY'],
        comment_disabled: platform.switches.closed.includes('comment'),
        duet_disabled: platform.switches.closed.includes('duet'),
        stitch_disabled: platform.switches.closed.includes('stitch'),
        max_video_post_duration_sec: longest,
      })
    },
  )
}

/** Registers init, which opens an upload. */
function openUpload({ platform, pending }: Publishing): void {
  const { app, now } = platform
  const limit = perMinute(platform, 6, true)
  const usedUp = dailyUploadsOf(platform)
  app.post(
    '/v2/post/publish/video/init/',
    { config: { fault: 'open', call: tiktokCalls.init } },
    async (request, reply) => {
      const who = asker(platform, request, reply, limit)
      if (!who) return reply
      const body = initBody.safeParse(request.body)
      if (!body.success || wrongChunks(body.data.source_info)) return refuse(reply, 400, 'invalid_params')
      const { post_info: info, source_info: source } = body.data
      if (info.title.length > 2200) return refuse(reply, 400, 'invalid_params', 'title is too long')
      if (!(options[who.accountId] ?? []).includes(info.privacy_level))
        return refuse(reply, 403, 'privacy_level_option_mismatch')
      if (info.brand_content_toggle && info.privacy_level === 'SELF_ONLY')
        return refuse(reply, 400, 'invalid_params', 'branded content cannot be private')
      const alone = info.privacy_level === 'SELF_ONLY' && privateAccounts.includes(who.accountId)
      if (platform.switches.unreviewed && !alone)
        return refuse(reply, 403, 'unaudited_client_can_only_post_to_private_accounts')
      if (usedUp(who.accountId)) return refuse(reply, 403, 'spam_risk_too_many_posts')
      const one: Pending = {
        id: `v_pub_file~v2.${secret()}`,
        uploadId: secret(),
        accountId: who.accountId,
        info,
        size: source.video_size,
        chunkSize: source.chunk_size,
        count: source.total_chunk_count,
        offset: 0,
        openedAt: now(),
        expiresAt: now() + urlHours * 3600_000,
        postId: null,
        completedAt: null,
        failReason: null,
      }
      await pending.save(one)
      const host = request.headers.host ?? '127.0.0.1'
      return wrap({
        publish_id: one.id,
        upload_url: `http://${host}/video/?upload_id=${one.uploadId}&upload_token=${secret(9)}`,
      })
    },
  )
}

/** Seconds that every account of the sandbox may post. */
const longest = 600
const codecs = new Set(['avc1', 'avc3', 'hvc1', 'hev1', 'vp08', 'vp09'])

/**
 * Why TikTok doesn't take a file; null: it does. Its limits are those of
 * https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide; rates have room for rounding.
 */
function refusalOf(film: Film | null): string | null {
  if (!film || !codecs.has(film.codec)) return 'file_format_check_failed'
  const { seconds, rate, width, height } = film
  if (seconds > longest) return 'duration_check_failed'
  if (rate < 22.9 || rate > 60.1) return 'frame_rate_check_failed'
  return Math.min(width, height) < 360 || Math.max(width, height) > 4096 ? 'picture_size_check_failed' : null
}

async function complete({ platform, pending }: Publishing, one: Pending): Promise<void> {
  const { posts, now } = platform
  const file = path.join(platform.filesFolder, one.uploadId)
  const { verdict, uploadLag: lag } = platform.switches
  const arrived = { ...one, offset: one.size, completedAt: now(), lag }
  const film = await filmIn(file)
  const failReason = verdict?.reason ?? refusalOf(film)
  if (failReason) return pending.save({ ...arrived, failReason })
  const post: Post = {
    id: `7${String(randomInt(1e9, 1e10 - 1))}${String(randomInt(1e7, 1e8 - 1))}`,
    accountId: one.accountId,
    title: one.info.title,
    metadata: { ...one.info, description: '' },
    file,
    type: 'video/mp4',
    size: one.size,
    sha256: await sha256Of(file),
    createdAt: now(),
    real: noCounters(),
    removed: false,
    cover: null,
    ...(film ? { durationSeconds: film.seconds } : {}),
  }
  await posts.save(post)
  await pending.save({ ...arrived, postId: post.id })
}

/** Receives an upload's chunks in order. */
function takeChunks(publishing: Publishing): void {
  const { platform, pending } = publishing
  const { app, faults, now } = platform
  const fileOf = (one: Pending) => path.join(platform.filesFolder, one.uploadId)
  const arrivals = new Arrivals()
  app.put<{ Querystring: Record<string, string> }>(
    '/video/',
    { config: { fault: 'upload', call: tiktokCalls.chunk } },
    async (request, reply) => {
      const uploadId = request.query.upload_id ?? ''
      await arrivals.takeOver(uploadId)
      const one = pending.all().find(p => p.uploadId === uploadId)
      if (!one) return reply.status(404).send()
      if (one.expiresAt < now()) return reply.status(403).send()
      const ordered = faults.take('upload')
      if (ordered?.kind === 'lost') return hangUp(request, reply)
      if (ordered?.kind === 'error') return reply.status(500).send()
      if (ordered?.kind === 'expire') {
        await pending.save({ ...one, expiresAt: 0 })
        return reply.status(403).send()
      }
      const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(request.headers['content-range'] ?? '')
      const [from, last, total] = [Number(range?.[1]), Number(range?.[2]), Number(range?.[3])]
      if (!range || total !== one.size || Number(request.headers['content-length']) !== last - from + 1)
        return reply.status(400).send()
      const index = Math.min(one.count - 1, Math.floor(one.offset / one.chunkSize))
      const end = index === one.count - 1 ? one.size - 1 : (index + 1) * one.chunkSize - 1
      if (from !== one.offset || last !== end || one.offset >= one.size)
        return reply.status(416).header('content-range', `bytes 0-${one.offset}/${one.size}`).send()

      return arrivals.by(request.raw, uploadId, async () => {
        const cut = ordered?.kind === 'cut' ? ordered.afterBytes : undefined
        const { broken } = await receive(request.raw, fileOf(one), from, cut)
        // A chunk only counts when it is complete.
        if (broken) return hangUp(request, reply)
        if (last === one.size - 1) await complete(publishing, one)
        else await pending.save({ ...one, offset: last + 1 })
        if (ordered?.kind === 'answer_lost') return hangUp(request, reply)
        reply.header('content-range', `bytes 0-${last}/${one.size}`)
        return reply.status(last === one.size - 1 ? 201 : 206).send()
      })
    },
  )
}

/** Registers the status call. */
function sendStatusEvent({ platform, pending }: Publishing): void {
  const { app, now } = platform
  const forgetsAfter = () => platform.switches.forgetsAfter
  const limit = perMinute(platform, 30, false)
  app.post(
    '/v2/post/publish/status/fetch/',
    { config: { fault: 'status', call: tiktokCalls.status } },
    async (request, reply) => {
      const who = asker(platform, request, reply, limit)
      if (!who) return reply
      const one = pending.get((request.body as { publish_id?: string } | null)?.publish_id ?? '')
      const forgotten = one && now() - one.openedAt > forgetsAfter() * 1000
      if (!one || one.accountId !== who.accountId || forgotten)
        return refuse(reply, 400, 'invalid_publish_id')
      if (one.lag) {
        // Lags behind what arrived: the last chunk isn't counted yet.
        await pending.save({ ...one, lag: one.lag - 1 })
        const counted = one.chunkSize * (one.count - 1)
        return wrap({ status: 'PROCESSING_UPLOAD', uploaded_bytes: counted })
      }
      if (one.failReason)
        return wrap({ status: 'FAILED', fail_reason: one.failReason, uploaded_bytes: one.offset })
      if (one.completedAt === null) return wrap({ status: 'PROCESSING_UPLOAD', uploaded_bytes: one.offset })
      const age = (now() - one.completedAt) / 1000
      const { processing, moderation } = platform.delays
      if (age < processing) return wrap({ status: 'PROCESSING_DOWNLOAD', uploaded_bytes: one.size })
      const seen = age >= processing + moderation && isPublic(one)
      return withNumbers(
        reply,
        wrap({
          status: 'PUBLISH_COMPLETE',
          uploaded_bytes: one.size,
          ...(seen ? { publicaly_available_post_id: [`int64:${one.postId}`] } : {}),
        }),
      )
    },
  )
}

/** creator_info, init, chunks and status. */
export async function publishRoutes(platform: Platform): Promise<Records<Pending>> {
  const pending = await Records.open<Pending>(path.join(platform.options.folder, 'uploads'))
  const publishing = { platform, pending }
  creatorInfo(publishing)
  openUpload(publishing)
  takeChunks(publishing)
  sendStatusEvent(publishing)
  return pending
}
