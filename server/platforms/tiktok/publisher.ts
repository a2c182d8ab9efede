import type { Clock } from '#server/core/clock.ts'
import type { Publisher } from '../publisher.ts'
import { countFrom } from '../rules.ts'
import { type TiktokAddresses, TiktokClient, videos } from './client.ts'
import { closedBy, creatorOf } from './creator.ts'
import { checkPost, lookUpPost } from './find.ts'
import { postVideo } from './post.ts'

/** TikTok's Content Posting and Display APIs over plain HTTP; the vendor has no library. */
export function tiktokPublisher(addresses: TiktokAddresses, clock: Clock): Publisher {
  const client = new TiktokClient(addresses, clock)
  return {
    // Each opened upload counts as one of the account's pending shares, so one without an answer is left to
    // people.
    reopens: false,
    statsBatch: 20,
    post: async (work, account, hooks) => ({ remoteId: await postVideo(client, work, account, hooks) }),
    check: (remoteId, work, account) => checkPost(client, remoteId, work, account),
    // The cover was chosen when the upload was opened; nothing is left to do.
    finalize: async () => [],
    // There are no such calls (https://developers.tiktok.com/doc/content-posting-api-reference-direct-post).
    async form(account) {
      const info = await creatorOf(client, account)
      return {
        nickname: info.creator_nickname || info.creator_username,
        privacyOptions: info.privacy_level_options,
        closed: closedBy(info),
        longestSeconds: info.max_video_post_duration_sec,
      }
    },
    changes: { edit: null, setHidden: null, remove: null },
    lookUp: (lost, account) => lookUpPost(client, lost, account),

    ownCounter: null,
    income: null,
    async stats(postIds, account) {
      const found = await client.ask(
        account,
        '/v2/video/query/?fields=id,view_count,like_count,comment_count,share_count',
        { filters: { video_ids: postIds } },
        videos,
      )
      return found.videos.map(v => ({
        postId: v.id,
        views: countFrom(v.view_count),
        likes: countFrom(v.like_count),
        comments: countFrom(v.comment_count),
        shares: countFrom(v.share_count),
      }))
    },
  }
}
