import type { Clock } from '#server/core/clock.ts'
import type { Account } from '../account.ts'
import { PublishError } from '../publish-error.ts'
import type { PostStats, Publisher } from '../publisher.ts'
import { countFrom } from '../rules.ts'
import { youtubeChanges } from './change.ts'
import { stats, type YoutubeAddresses, YoutubeClient } from './client.ts'
import { youtubeError } from './errors.ts'
import { type YoutubeExtras, youtubeExtras } from './extras.ts'
import { checkVideo, isRefused, lookUpVideo } from './find.ts'
import { engagedViews, estimatedRevenue } from './reports.ts'
import { youtubeResource } from './rules.ts'
import { sendBytes } from './upload.ts'

type Unshown = NonNullable<PostStats['unshown']> | 'refused'

/**
 * Videos that YouTube doesn't show to everyone, although it keeps counting their views for the owner. Null when
 * the units for asking are used up; the counters have a separate one.
 */
async function unshownOf(
  client: YoutubeClient,
  ids: readonly string[],
  account: Account,
): Promise<Map<string, Unshown> | null> {
  try {
    const { items } = await client.list(account, ids, 'status,contentDetails', 'counts')
    return new Map(
      items.flatMap(({ id, status, contentDetails: { regionRestriction: region } }): [string, Unshown][] => {
        if (isRefused(status.uploadStatus)) return [[id, 'refused']]
        if (status.privacyStatus === 'private') return [[id, 'private']]
        return region && (region.allowed || region.blocked.length > 0) ? [[id, 'blocked']] : []
      }),
    )
  } catch (error) {
    if (error instanceof PublishError && error.paced) return null
    throw error
  }
}

/** YouTube Data API v3 over plain HTTP, because the vendor's library has no resumable uploads. */
export function youtubePublisher(
  addresses: YoutubeAddresses,
  clock: Clock,
  extras: YoutubeExtras,
): Publisher {
  const client = new YoutubeClient(addresses, clock)
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
        const answer = await client.ask(
          account,
          '/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status&notifySubscribers=true',
          {
            method: 'POST',
            cost: null,
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
        if (answer.status !== 200 || !location) throw youtubeError(answer, clock.now(), 'upload')
        // Anyone with the address may upload, so it must be recorded before the first byte.
        await hooks.opened(location)
        url = location
        from = 0
      }
      const remoteId = await sendBytes({ url, size, account, work, hooks, from, now: clock.now() })
      return { remoteId }
    },

    check: (id, work, account) =>
      checkVideo(client, { id, url: `${addresses.watchUrl}${id}` }, work, account),

    finalize: youtubeExtras(client, extras),

    changes: youtubeChanges(client),
    form: null,
    lookUp: (lost, account) => lookUpVideo(client, lost, account),

    ownCounter: engagedViews(client),
    income: estimatedRevenue(client),
    async stats(postIds, account) {
      const ids = postIds.map(encodeURIComponent).join(',')
      const { items } = await client.get(
        account,
        `/youtube/v3/videos:batchGetStats?part=id,statistics&id=${ids}`,
        stats,
        null,
      )
      const states = await unshownOf(client, postIds, account)
      return items.flatMap(({ id, statistics: s }) => {
        const unshown = states?.get(id) ?? null
        if (unshown === 'refused') return []
        const counts = {
          postId: id,
          views: countFrom(s.viewCount),
          likes: countFrom(s.likeCount),
          comments: countFrom(s.commentCount),
          // The Data API has no share count.
          shares: null,
        }
        return [states ? { ...counts, unshown } : counts]
      })
    },
  }
}
