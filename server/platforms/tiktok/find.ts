import type { Account, Checked, CheckWork, Found, LookUp } from '../port.ts'
import { type TiktokClient, videos } from './client.ts'
import { failedPost } from './errors.ts'
import { tiktokPostInfo } from './rules.ts'
import { tiktokSession } from './upload.ts'

/** A post that was found in the account's list, where no publish_id is known. */
const foundPost = 'post:'

/** Seconds after which TikTok's moderation is no longer waited for: the post is out, its address comes or not. */
const moderationSeconds = 24 * 3600

/** Whether a post is out, and where. @throws PublishError when TikTok failed it */
export async function checkPost(
  client: TiktokClient,
  remoteId: string,
  work: CheckWork,
  account: Account,
): Promise<Checked> {
  const addressOf = async (postId: string) => {
    const filters = { video_ids: [postId] }
    const found = await client.ask(account, '/v2/video/query/?fields=id,share_url', { filters }, videos)
    return found.videos[0]?.share_url || null
  }
  if (remoteId.startsWith(foundPost)) {
    const postId = remoteId.slice(foundPost.length)
    return { state: 'live', postId, url: await addressOf(postId), note: null, checkAgainSeconds: 0 }
  }
  const now = await client.statusOf(account, remoteId)
  const base = { postId: null, url: null }
  if (now.status === 'FAILED') throw failedPost(now.fail_reason)
  if (now.status === 'PROCESSING_UPLOAD')
    return { ...base, state: 'again', note: 'TikTok misses a part of the upload.', checkAgainSeconds: 1 }
  if (now.status !== 'PUBLISH_COMPLETE')
    return { ...base, state: 'processing', note: 'TikTok is processing the video.', checkAgainSeconds: 5 }
  const postId = now.publicaly_available_post_id[0]
  // Posts that only the account itself may see never get a public id.
  if (!postId)
    return work.metadata.privacy === 'SELF_ONLY' || account.settings.defaultPrivacy === 'SELF_ONLY'
      ? {
          ...base,
          state: 'live',
          note: 'Posted; only the account itself can see it.',
          checkAgainSeconds: 0,
        }
      : {
          ...base,
          state: 'processing',
          note: 'TikTok has the post and looks at it before everybody may.',
          checkAgainSeconds: Math.min(600, moderationSeconds / 100),
        }
  return { state: 'live', postId, url: await addressOf(postId), note: null, checkAgainSeconds: 0 }
}

/** Looks for a post whose answer was lost: by its publish_id, else by its text among the account's newest. */
export async function lookUpPost(client: TiktokClient, lost: LookUp, account: Account): Promise<Found> {
  if (lost.session) {
    const { publishId } = tiktokSession.parse(JSON.parse(lost.session))
    const now = await client.statusOf(account, publishId)
    if (now.status === 'FAILED') return { outcome: 'none' }
    if (now.status !== 'PROCESSING_UPLOAD') return { outcome: 'posted', remoteId: publishId }
    // Its address is dead and the upload not whole: nothing can become of it any more.
    return { outcome: 'none' }
  }
  const text = tiktokPostInfo(lost, 'SELF_ONLY', null).title
  let cursor: number | undefined
  for (let pages = 0; pages < 5; pages++) {
    const page = await client.ask(
      account,
      '/v2/video/list/?fields=id,video_description,create_time',
      { max_count: 20, ...(cursor === undefined ? {} : { cursor }) },
      videos,
    )
    const since = lost.openedAt.getTime() / 1000 - 60
    const ours = page.videos.find(
      v => !lost.known.has(v.id) && v.create_time >= since && v.video_description === text,
    )
    if (ours) return { outcome: 'posted', remoteId: `${foundPost}${ours.id}` }
    if (!page.has_more) break
    cursor = page.cursor
  }
  return { outcome: 'none' }
}
