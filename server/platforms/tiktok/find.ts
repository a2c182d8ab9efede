import { sentences } from '#sentences/platforms.ts'
import type { Account } from '../account.ts'
import { PublishError } from '../publish-error.ts'
import type { Checked, CheckWork, Found, LookUp } from '../publisher.ts'
import { type TiktokClient, videos } from './client.ts'
import { failedPost, forgottenUpload } from './errors.ts'
import { tiktokPostInfo } from './rules.ts'
import { type TiktokSession, tiktokSession } from './upload.ts'

/** A post found in the account's list, without a known publish_id. */
const foundPost = 'post:'

/**
 * Seconds after which waiting for TikTok ends. Moderation takes "a few hours" at most
 * (https://developers.tiktok.com/doc/content-posting-api-reference-get-video-status).
 */
const longestWait = 24 * 3600
/** Seconds by which TikTok's video length may differ from ours. */
const lengthTolerance = 2

const sessionOf = (text: string | null): TiktokSession | null =>
  text === null ? null : tiktokSession.parse(JSON.parse(text))

/** Whether the post is public: TikTok gives only such posts a public id and lists only them. */
function isPublic(work: CheckWork, account: Account): boolean {
  const chosen = work.metadata.privacy ?? account.settings.defaultPrivacy
  return (sessionOf(work.session)?.privacy ?? chosen) === 'PUBLIC_TO_EVERYONE'
}

/** A post by its id; null when TikTok doesn't show it. */
async function shownPost(client: TiktokClient, account: Account, postId: string) {
  const filters = { video_ids: [postId] }
  const found = await client.ask(account, '/v2/video/query/?fields=id,share_url', { filters }, videos)
  return found.videos[0] ?? null
}

/** Whether a post is live, and where. @throws PublishError when TikTok rejected it or no longer knows it */
export async function checkPost(
  client: TiktokClient,
  remoteId: string,
  work: CheckWork,
  account: Account,
): Promise<Checked> {
  const live = async (postId: string): Promise<Checked> => {
    const url = (await shownPost(client, account, postId))?.share_url || null
    return { state: 'live', postId, url, note: null, checkAgainSeconds: null }
  }
  if (remoteId.startsWith(foundPost)) return live(remoteId.slice(foundPost.length))
  const now = await client.statusOf(account, remoteId)
  const base = { postId: null, url: null, checkAgainSeconds: null }
  if (!now) throw forgottenUpload()
  if (now.status === 'FAILED') throw failedPost(now.fail_reason)
  const waited = work.processingSeconds > longestWait
  if (now.status !== 'PUBLISH_COMPLETE') {
    if (waited)
      throw new PublishError('reject', sentences.processingForADay({ platform: 'TikTok' }), {
        code: `stuck ${now.status}`,
        startsOver: false,
        as: 'unknown_outcome',
      })
    // The last byte was accepted: an upload that isn't counted as complete yet will be.
    const note =
      now.status === 'PROCESSING_UPLOAD'
        ? sentences.takingIn({ platform: 'TikTok' })
        : sentences.processing({ platform: 'TikTok' })
    return { ...base, state: 'processing', note }
  }
  const postId = now.publicaly_available_post_id[0]
  if (postId) return live(postId)
  if (!isPublic(work, account)) return { ...base, state: 'live', note: sentences.noPublicLink }
  if (waited) return { ...base, state: 'live', note: sentences.noLinkForADay({ platform: 'TikTok' }) }
  return { ...base, state: 'processing', note: sentences.reviewing({ platform: 'TikTok' }) }
}

/**
 * The post in the account's list by caption, time and length; null when it isn't among the newest hundred.
 */
async function inList(client: TiktokClient, lost: LookUp, account: Account): Promise<string | null> {
  const text = tiktokPostInfo(lost, 'SELF_ONLY', null).title
  const since = lost.openedAt.getTime() / 1000 - 60
  let cursor: number | undefined
  for (let pages = 0; pages < 5; pages++) {
    const page = await client.ask(
      account,
      '/v2/video/list/?fields=id,video_description,create_time,duration',
      { max_count: 20, ...(cursor === undefined ? {} : { cursor }) },
      videos,
    )
    const ours = page.videos.find(
      v =>
        !lost.known.has(v.id) &&
        v.create_time >= since &&
        v.video_description === text &&
        (v.duration === undefined ||
          lost.durationSeconds === null ||
          Math.abs(v.duration - lost.durationSeconds) <= lengthTolerance),
    )
    if (ours) return ours.id
    if (!page.has_more) break
    cursor = page.cursor
  }
  return null
}

/**
 * Looks for a post whose answer was lost: by its publish_id, its post id, otherwise in the account's list.
 */
export async function lookUpPost(client: TiktokClient, lost: LookUp, account: Account): Promise<Found> {
  const publishId = sessionOf(lost.session)?.publishId
  const now = publishId === undefined ? undefined : await client.statusOf(account, publishId)
  if (now && publishId !== undefined) {
    if (now.status === 'FAILED') return { outcome: 'none' }
    if (now.status !== 'PROCESSING_UPLOAD' || now.uploaded_bytes >= lost.size)
      return { outcome: 'posted', remoteId: publishId }
  }
  if (lost.postId && (await shownPost(client, account, lost.postId)))
    return { outcome: 'posted', remoteId: `${foundPost}${lost.postId}` }
  const found = await inList(client, lost, account)
  if (found) return { outcome: 'posted', remoteId: `${foundPost}${found}` }
  if (now === null)
    return {
      outcome: 'unclear',
      code: 'invalid_publish_id',
      sentence: sentences.mayBeOut({ platform: 'TikTok' }),
    }
  // Its address has expired and the upload is incomplete, or none was opened: no post can result from it.
  return { outcome: 'none' }
}
