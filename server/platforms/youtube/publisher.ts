import { z } from 'zod'
import type { Clock } from '#server/platform/clock.ts'
import { type Answer, call, jsonOf, NoAnswerError } from '../http.ts'
import { type Account, type Found, PublishError, type Publisher } from '../port.ts'
import { rejectionSentence, youtubeError } from './errors.ts'
import { markerOf, youtubeResource } from './rules.ts'
import { askSession, sendBytes } from './upload.ts'

export interface YoutubeAddresses {
  /** https://www.googleapis.com */
  apiUrl: string
  /** where a video can be watched: the id goes at its end */
  watchUrl: string
}

const listed = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        snippet: z
          .object({ title: z.string().default(''), tags: z.array(z.string()).default([]) })
          .partial()
          .default({}),
        status: z
          .object({
            uploadStatus: z.string(),
            privacyStatus: z.string(),
            publishAt: z.string(),
            failureReason: z.string(),
            rejectionReason: z.string(),
          })
          .partial()
          .default({}),
      }),
    )
    .default([]),
})
const count = z.coerce.number().int().min(0).catch(0)
const stats = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        statistics: z
          .object({ viewCount: count, likeCount: count, commentCount: count })
          .partial()
          .default({}),
      }),
    )
    .default([]),
})
const channels = z.object({
  items: z
    .array(z.object({ contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.string() }) }) }))
    .default([]),
})
const playlist = z.object({
  nextPageToken: z.string().optional(),
  items: z
    .array(
      z.object({
        contentDetails: z.object({ videoId: z.string(), videoPublishedAt: z.string().optional() }),
      }),
    )
    .default([]),
})

/** Uploads looked through for a lost one: more than a day's quota makes. */
const lookedThrough = 200

/** YouTube Data API v3 over plain HTTP: the vendor's library cannot upload resumably. */
export function youtubePublisher({ apiUrl, watchUrl }: YoutubeAddresses, clock: Clock): Publisher {
  /** A call that may be repeated: once more with a fresh token when the old one is not taken. */
  async function ask(account: Account, path: string, init: Parameters<typeof call>[1]): Promise<Answer> {
    const once = async (token: string) => {
      try {
        return await call(`${apiUrl}${path}`, {
          ...init,
          headers: { ...init.headers, authorization: `Bearer ${token}` },
        })
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error
        throw new PublishError('retry_after', 'YouTube does not answer.', { code: 'no_answer', cause: error })
      }
    }
    const token = await account.token()
    const answer = await once(token)
    if (answer.status !== 401) return answer
    return once(await account.token(token))
  }
  async function get<T>(account: Account, path: string, schema: z.ZodType<T>): Promise<T> {
    const answer = await ask(account, path, { method: 'GET' })
    if (answer.status !== 200) throw youtubeError(answer, clock.now())
    return schema.parse(jsonOf(answer))
  }
  const list = (account: Account, ids: readonly string[], part: string) =>
    get(account, `/youtube/v3/videos?part=${part}&id=${ids.map(encodeURIComponent).join(',')}`, listed)

  return {
    reopens: true,
    statsBatch: 50,

    async post(work, account, hooks) {
      const { size, type } = work.file
      let from: number | null = null
      let url = work.session
      if (!url) {
        await hooks.opening()
        const body = JSON.stringify(youtubeResource(work))
        const answer = await ask(
          account,
          '/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status&notifySubscribers=true',
          {
            method: 'POST',
            headers: {
              'content-type': 'application/json; charset=UTF-8',
              'x-upload-content-length': String(size),
              'x-upload-content-type': type,
            },
            body,
            signal: hooks.signal,
          },
        )
        const location = answer.headers.location
        if (answer.status !== 200 || !location) throw youtubeError(answer, clock.now())
        // Whoever has the address may upload: it must be on record before the first byte.
        await hooks.opened(location)
        url = location
        from = 0
      }
      const token = await account.token()
      const remoteId = await sendBytes({ url, size, token, work, hooks, from, now: clock.now() })
      return { remoteId }
    },

    async check(remoteId, work, account) {
      const { items } = await list(account, [remoteId], 'status,processingDetails')
      const video = items[0]
      const base = { postId: remoteId, url: `${watchUrl}${remoteId}` }
      // Just uploaded videos may be missing from the list for a moment.
      if (!video)
        return {
          ...base,
          state: 'processing',
          note: 'YouTube does not list the video yet.',
          checkAgainSeconds: 15,
        }
      const { uploadStatus, privacyStatus, failureReason, rejectionReason } = video.status
      if (uploadStatus === 'failed' || uploadStatus === 'rejected' || uploadStatus === 'deleted') {
        const reason = failureReason ?? rejectionReason ?? uploadStatus
        throw new PublishError('reject', rejectionSentence(reason), { code: `${uploadStatus} ${reason}` })
      }
      if (uploadStatus !== 'processed')
        return {
          ...base,
          state: 'processing',
          note: 'YouTube is processing the video.',
          checkAgainSeconds: 5,
        }
      const wanted = work.metadata.privacy ?? 'public'
      if (work.publishAt && privacyStatus === 'private' && wanted !== 'private') {
        const seconds = Math.ceil((work.publishAt.getTime() - clock.now().getTime()) / 1000)
        return {
          ...base,
          state: 'processing',
          note: 'YouTube opens the video at its time.',
          checkAgainSeconds: Math.max(5, seconds + 2),
        }
      }
      return { ...base, state: 'live', note: null, checkAgainSeconds: 0 }
    },

    async finalize(postId, { cover }, account) {
      if (!cover) return
      const answer = await ask(
        account,
        `/upload/youtube/v3/thumbnails/set?videoId=${encodeURIComponent(postId)}`,
        {
          method: 'POST',
          headers: { 'content-type': 'image/jpeg' },
          body: cover,
        },
      )
      if (answer.status !== 200) throw youtubeError(answer, clock.now())
    },

    async lookUp(lost, account): Promise<Found> {
      if (lost.session) {
        const call = { url: lost.session, size: lost.size, token: await account.token(), now: clock.now() }
        const state = await askSession(call)
        if (state.at === 'done') return { outcome: 'posted', remoteId: state.videoId }
        if (state.at === 'open') return { outcome: 'open' }
      }
      const mine = await get(account, '/youtube/v3/channels?part=contentDetails&mine=true', channels)
      const uploads = mine.items[0]?.contentDetails.relatedPlaylists.uploads
      if (!uploads)
        throw new PublishError('reconnect', 'The YouTube channel is gone.', { code: 'no_channel' })
      let page: string | undefined
      for (let seen = 0; seen < lookedThrough; seen += 50) {
        const from = `/youtube/v3/playlistItems?part=contentDetails&maxResults=50&playlistId=${encodeURIComponent(uploads)}`
        const { items, nextPageToken } = await get(
          account,
          page ? `${from}&pageToken=${encodeURIComponent(page)}` : from,
          playlist,
        )
        const ids = items.map(i => i.contentDetails.videoId).filter(id => !lost.known.has(id))
        const found = ids.length ? (await list(account, ids, 'snippet,status')).items : []
        const ours = found.find(v => (v.snippet.tags ?? []).includes(markerOf(lost.publicationId)))
        if (ours) return { outcome: 'posted', remoteId: ours.id }
        page = nextPageToken
        if (!page) break
      }
      return { outcome: 'none' }
    },

    async stats(postIds, account) {
      const ids = postIds.map(encodeURIComponent).join(',')
      const { items } = await get(
        account,
        `/youtube/v3/videos:batchGetStats?part=id,statistics&id=${ids}`,
        stats,
      )
      return items.map(({ id, statistics: s }) => ({
        postId: id,
        views: s.viewCount ?? 0,
        likes: s.likeCount ?? 0,
        comments: s.commentCount ?? 0,
        shares: 0,
      }))
    },
  }
}
