import { z } from 'zod'
import { sentences } from '#sentences/platforms.ts'
import type { Clock } from '#server/core/clock.ts'
import { type Answer, jsonOf } from '../http.ts'
import { multipart } from '../multipart.ts'
import { PublishError } from '../publish-error.ts'
import type { Checked, Publisher } from '../publisher.ts'
import { facebookError, isMissing } from './errors.ts'
import { figuresFrom, type Item, insightsPath } from './figures.ts'
import { graphOf } from './graph.ts'
import { postReel } from './post.ts'
import { reelDescription, stateOfReel } from './rules.ts'
import { reelSession } from './upload.ts'

export interface FacebookAddresses {
  /** https://graph.facebook.com/v25.0 */
  apiUrl: string
  /** https://rupload.facebook.com */
  uploadUrl: string
  /** where a reel can be watched: the id is appended */
  watchUrl: string
}

const reels = z.object({
  data: z
    .array(
      z.object({
        id: z.string(),
        description: z.string().default(''),
        created_time: z.string().default(''),
      }),
    )
    .default([]),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() })
    .optional(),
})
const done = z.object({ success: z.literal(true) })
const batch = z.array(z.object({ code: z.number(), body: z.string() }).nullable())

/** Pages of reels searched for a lost one: more than Facebook accepts in two days. */
const pagesLookedThrough = 3

/**
 * Publishes a Page's reels through the Graph API over plain HTTP
 * (https://developers.facebook.com/docs/video-api/guides/reels-publishing).
 */
export function facebookPublisher(addresses: FacebookAddresses, clock: Clock): Publisher {
  const { apiUrl, uploadUrl, watchUrl } = addresses
  const graph = graphOf(apiUrl, clock)
  const { ask, read, remove, statusOf } = graph
  const urlOf = (videoId: string) => `${watchUrl}${videoId}`

  return {
    reopens: true,
    statsBatch: 50,

    post: (work, account, hooks) => postReel({ graph, uploadUrl, clock, work, account, hooks }),

    async check(remoteId, _work, account): Promise<Checked> {
      const base = { postId: remoteId, url: urlOf(remoteId) }
      const now = await statusOf(account, remoteId)
      const state = now && stateOfReel(now)
      if (state === 'live') return { ...base, state: 'live', note: null, checkAgainSeconds: 0 }
      if (!state || state === 'failed' || state === 'gone')
        throw new PublishError('reject', sentences.couldNotProcess({ platform: 'Facebook' }), {
          code: now?.video_status || 'missing',
        })
      if (state === 'uploading')
        return {
          ...base,
          state: 'again',
          note: sentences.missesPart({ platform: 'Facebook' }),
          checkAgainSeconds: 1,
        }
      return {
        ...base,
        state: 'processing',
        note: sentences.processingReel({ platform: 'Facebook' }),
        checkAgainSeconds: null,
      }
    },

    /** https://developers.facebook.com/docs/graph-api/reference/video/thumbnails */
    async finalize(postId, { cover }, account) {
      if (!cover) return []
      const disposition = (name: string, file = '') => ({
        'content-disposition': `form-data; name="${name}"${file}`,
      })
      const form = multipart([
        { headers: disposition('is_preferred'), body: 'true' },
        {
          headers: { ...disposition('source', '; filename="cover.jpg"'), 'content-type': 'image/jpeg' },
          body: cover,
        },
      ])
      try {
        read(await graph.send(account, `/${encodeURIComponent(postId)}/thumbnails`, form), done)
        return []
      } catch (error) {
        if (!(error instanceof PublishError)) throw error
        return [sentences.extraMissing({ what: sentences.coverNotSet, problem: error.sentence })]
      }
    },

    form: null,
    changes: {
      async edit({ postId, metadata }, account) {
        const description = reelDescription(metadata)
        read(await ask(account, `/${encodeURIComponent(postId)}`, { description }), done)
      },
      // A Page's reels have no separate privacy.
      setHidden: null,
      async remove(postId, account) {
        const answer = await remove(account, encodeURIComponent(postId))
        if (answer) read(answer, done)
      },
    },

    async lookUp(lost, account) {
      if (lost.session) {
        const { videoId } = reelSession.parse(JSON.parse(lost.session))
        const now = await statusOf(account, videoId)
        const state = now && stateOfReel(now)
        if (state === 'live') return { outcome: 'posted', remoteId: videoId }
        // In any other state it can still be published, even repeatedly: the same video makes one reel.
        return { outcome: !state || state === 'failed' || state === 'gone' ? 'none' : 'open' }
      }
      const text = reelDescription(lost.metadata)
      const since = lost.openedAt.getTime() - 60_000
      let after = ''
      for (let pages = 0; pages < pagesLookedThrough; pages++) {
        const path = `/${account.externalId}/video_reels?fields=id,description,created_time&limit=25${after}`
        const page = read(await ask(account, path), reels)
        const ours = page.data.find(
          one => !lost.known.has(one.id) && one.description === text && Date.parse(one.created_time) >= since,
        )
        if (ours) return { outcome: 'posted', remoteId: ours.id }
        const cursor = page.paging?.next && page.paging.cursors?.after
        if (!cursor) break
        after = `&after=${encodeURIComponent(cursor)}`
      }
      return { outcome: 'none' }
    },

    ownCounter: null,
    income: null,
    async stats(postIds, account) {
      const calls = postIds.map(id => ({ method: 'GET', relative_url: insightsPath(id) }))
      const items = read(await ask(account, '/', { batch: calls, include_headers: false }), batch)
      const refused = items.find(item => item && item.code !== 200 && !isMissing(answerOf(item)))
      if (refused) throw facebookError(answerOf(refused), clock.now())
      return postIds.flatMap((postId, at) => {
        const item = items[at]
        return item?.code === 200 ? [{ postId, ...figuresFrom(jsonOf(answerOf(item))) }] : []
      })
    },
  }
}

const answerOf = ({ code, body }: Item): Answer => ({ status: code, headers: {}, text: body })
