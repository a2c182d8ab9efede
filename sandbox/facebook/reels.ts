import { randomInt } from 'node:crypto'
import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { facebookLimits } from '#contract/platforms/facebook.ts'
import { type Film, filmIn } from '../social/film.ts'
import { noCounters, type Platform, type Post } from '../social/platform.ts'
import { Records } from '../social/records.ts'
import { sha256Of } from '../social/uploads.ts'
import { bytesRoute, isExpired, type Reel } from './bytes.ts'
import { badToken, missing, noPermission, refuse } from './errors.ts'
import { facebookCalls, reelBody } from './schemas.ts'

const reelsPerDay = 30

/**
 * Why Facebook doesn't take a file as a reel, and the error's subcode; null: it does. Its limits are those of
 * https://developers.facebook.com/docs/video-api/guides/reels-publishing; rates and shapes have room for rounding.
 */
function refusalOf(film: Film): [string, number] | null {
  const { seconds, rate, width, height } = film
  if (Math.abs(width / height - 9 / 16) > 0.01) return ['The aspect ratio of the video must be 9:16', 1363040]
  if (width < 540) return ['The resolution of the video must be at least 540 x 960', 1363127]
  if (seconds < 3 || seconds > 90.1) return ['The video must be 3 to 90 seconds long', 1363128]
  return rate < 23.9 || rate > 60.1 ? ['The frame rate of the video must be 24 to 60', 1363129] : null
}

/** video_reels start and finish, and the resumable host. */
export async function reelRoutes(platform: Platform, version: string): Promise<Records<Reel>> {
  const { app, grants, posts, now } = platform
  const reels = await Records.open<Reel>(path.join(platform.options.folder, 'reels'))
  const fileOf = (id: string) => path.join(platform.filesFolder, id)

  async function start(accountId: string, host: string) {
    const id = `${randomInt(1e9, 1e10 - 1)}${randomInt(1e6, 1e7 - 1)}`
    const fresh = { size: null, offset: 0, startedAt: now(), finished: null, expired: false }
    await reels.save({ id, accountId, ...fresh })
    return { video_id: id, upload_url: `http://${host}/video-upload/${version}/${id}` }
  }

  async function finish(
    given: z.infer<typeof reelBody> & { upload_phase: 'finish' },
    who: string,
    reply: FastifyReply,
  ) {
    const reel = reels.get(given.video_id)
    if (!reel || reel.accountId !== who) return reply.status(400).send(missing(given.video_id))
    if (isExpired(reel, now()) || reel.size === null || reel.offset < reel.size)
      return refuse(reply, 400, 100, 'Video Upload Is Missing', 1363130)
    if (reel.finished) return refuse(reply, 400, 100, 'The video has been published already', 1363047)
    const film = await filmIn(fileOf(reel.id))
    if (!film)
      return refuse(reply, 400, 352, 'The video file you selected is in a format that we don’t support.')
    const refused = refusalOf(film)
    if (refused) return refuse(reply, 400, 100, ...refused)
    if (given.description.length > facebookLimits.textUnits)
      return refuse(reply, 400, 100, 'Param description is too long')
    if (given.video_state !== 'PUBLISHED') return refuse(reply, 400, 100, 'Only PUBLISHED is built here')
    const lately = posts.all().filter(p => p.accountId === who && p.createdAt > now() - 86_400_000)
    if (platform.throttled && lately.length >= reelsPerDay)
      return refuse(reply, 400, 613, 'Calls to this api have exceeded the rate limit.')
    const post: Post = {
      id: reel.id,
      accountId: who,
      title: given.description,
      metadata: { description: '', caption: given.description },
      file: fileOf(reel.id),
      type: 'video/mp4',
      size: reel.size,
      sha256: await sha256Of(fileOf(reel.id)),
      createdAt: now(),
      real: noCounters(),
      removed: false,
      cover: null,
    }
    await posts.save(post)
    await reels.save({ ...reel, finished: { at: now(), description: given.description } })
    return { success: true, post_id: `${who}_${reel.id}` }
  }

  // Both phases use one address, so only the body shows which fault applies.
  const fault = (request: FastifyRequest) =>
    (request.body as { upload_phase?: string } | null)?.upload_phase === 'start' ? 'open' : 'finish'
  app.post<{ Params: { page: string } }>(
    `/${version}/:page/video_reels`,
    { config: { fault, call: facebookCalls.videoReels } },
    async (request, reply) => {
      const who = grants.bearer(request.headers.authorization)
      if (!who) return badToken(reply)
      if (!who.scopes.includes('pages_manage_posts')) return noPermission(reply, 'pages_manage_posts')
      if (who.accountId !== request.params.page) return reply.status(400).send(missing(request.params.page))
      const given = reelBody.safeParse(request.body)
      if (!given.success) return refuse(reply, 400, 100, 'Invalid parameter')
      return given.data.upload_phase === 'start'
        ? start(who.accountId, request.headers.host ?? '127.0.0.1')
        : finish(given.data, who.accountId, reply)
    },
  )

  bytesRoute(platform, version, reels)
  return reels
}
