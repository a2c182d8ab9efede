import { z } from 'zod'
import type { Clock } from '#server/platform/clock.ts'
import { call, NoAnswerError } from '../http.ts'
import { type Account, PublishError, type Publisher } from '../port.ts'
import { dataOf, failedPost } from './errors.ts'
import { chunksOf, tiktokPostInfo } from './rules.ts'
import { sendChunks, tiktokSession } from './upload.ts'

export interface TiktokAddresses {
  /** https://open.tiktokapis.com */
  apiUrl: string
}

const creatorInfo = z.object({
  privacy_level_options: z.array(z.string()).default([]),
  max_video_post_duration_sec: z.number().default(600),
  comment_disabled: z.boolean().default(false),
  duet_disabled: z.boolean().default(false),
  stitch_disabled: z.boolean().default(false),
})
const opened = z.object({ publish_id: z.string(), upload_url: z.string() })
const status = z.object({
  status: z.string(),
  fail_reason: z.string().default(''),
  // int64 in JSON: TikTok's own numbers do not fit a double, so they are read as text.
  publicaly_available_post_id: z.array(z.string()).default([]),
  uploaded_bytes: z.number().default(0),
})
const videos = z.object({
  videos: z
    .array(
      z.object({
        id: z.string(),
        video_description: z.string().default(''),
        create_time: z.number().default(0),
        share_url: z.string().default(''),
        view_count: z.number().default(0),
        like_count: z.number().default(0),
        comment_count: z.number().default(0),
        share_count: z.number().default(0),
      }),
    )
    .default([]),
  cursor: z.number().optional(),
  has_more: z.boolean().default(false),
})

/** Digits as text before JSON.parse rounds them: ids are int64 and exceed 2^53. */
export const exactIds = (text: string): string =>
  text.replace(
    /("publicaly_available_post_id"\s*:\s*\[)([\d,\s]*)(\])/g,
    (_all, open, ids: string, close) => open + ids.replace(/\d+/g, '"$&"') + close,
  )

/** A post that was found in the account's list, where no publish_id is known. */
const foundPost = 'post:'

/** Seconds after which TikTok's moderation is no longer waited for: the post is out, its address comes or not. */
const moderationSeconds = 24 * 3600

/** TikTok's Content Posting and Display API over plain HTTP; there is no library of the vendor's. */
export function tiktokPublisher({ apiUrl }: TiktokAddresses, clock: Clock): Publisher {
  /** @param onSilence what it means when no answer comes */
  async function ask<T>(
    account: Account,
    path: string,
    body: unknown,
    schema: z.ZodType<T>,
    onSilence: (cause: unknown) => PublishError = cause =>
      new PublishError('retry_after', 'TikTok does not answer.', { code: 'no_answer', cause }),
  ): Promise<T> {
    const once = (token: string) =>
      call(`${apiUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=UTF-8' },
        body: JSON.stringify(body),
      }).catch(error => {
        throw error instanceof NoAnswerError ? onSilence(error) : error
      })
    const token = await account.token()
    let answer = await once(token)
    // Refused before anything was done, so the repetition is no second call.
    if (answer.status === 401) answer = await once(await account.token(token))
    return dataOf({ ...answer, text: exactIds(answer.text) }, schema, clock.now())
  }
  const statusOf = (account: Account, publishId: string) =>
    ask(account, '/v2/post/publish/status/fetch/', { publish_id: publishId }, status)

  return {
    // Each opened upload counts against the account's pending shares, so one without an answer is left to people.
    reopens: false,
    statsBatch: 20,

    async post(work, account, hooks) {
      let session = work.session ? tiktokSession.parse(JSON.parse(work.session)) : null
      let from = 0
      if (session) {
        const now = await statusOf(account, session.publishId)
        if (now.status === 'FAILED') throw failedPost(now.fail_reason)
        if (now.status !== 'PROCESSING_UPLOAD') return { remoteId: session.publishId }
        from = now.uploaded_bytes
      } else {
        const info = await ask(account, '/v2/post/publish/creator_info/query/', {}, creatorInfo)
        if (work.file.durationSeconds > info.max_video_post_duration_sec)
          throw new PublishError(
            'reject',
            `The account may post videos of up to ${info.max_video_post_duration_sec} seconds; this one is longer.`,
            { code: 'too_long' },
          )
        const privacy = work.metadata.privacy ?? account.settings.defaultPrivacy
        if (!privacy || !info.privacy_level_options.includes(privacy))
          throw new PublishError(
            'reject',
            privacy
              ? 'TikTok does not offer this privacy setting to the account any more: choose another one.'
              : 'Choose who may see posts of this TikTok account, under Channels.',
            { code: 'privacy_level_option_mismatch' },
          )
        const chunks = chunksOf(work.file.size)
        await hooks.opening()
        const answer = await ask(
          account,
          '/v2/post/publish/video/init/',
          {
            post_info: tiktokPostInfo(work, privacy, info),
            source_info: {
              source: 'FILE_UPLOAD',
              video_size: work.file.size,
              chunk_size: chunks.chunkSize,
              total_chunk_count: chunks.count,
            },
          },
          opened,
          // There is no key by which TikTok would know a repetition.
          cause =>
            new PublishError('unknown_outcome', 'TikTok did not answer when the upload was opened.', {
              code: 'init_no_answer',
              cause,
            }),
        )
        session = {
          publishId: answer.publish_id,
          uploadUrl: answer.upload_url,
          chunkSize: chunks.chunkSize,
          count: chunks.count,
        }
        await hooks.opened(JSON.stringify(session))
      }
      await sendChunks({
        session,
        from,
        work,
        hooks,
        now: clock.now(),
        uploaded: async publishId => {
          const now = await statusOf(account, publishId)
          return now.status === 'PROCESSING_UPLOAD' ? now.uploaded_bytes : work.file.size
        },
      })
      return { remoteId: session.publishId }
    },

    async check(remoteId, work, account) {
      const addressOf = async (postId: string) => {
        const filters = { video_ids: [postId] }
        const found = await ask(account, '/v2/video/query/?fields=id,share_url', { filters }, videos)
        return found.videos[0]?.share_url || null
      }
      if (remoteId.startsWith(foundPost)) {
        const postId = remoteId.slice(foundPost.length)
        return { state: 'live', postId, url: await addressOf(postId), note: null, checkAgainSeconds: 0 }
      }
      const now = await statusOf(account, remoteId)
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
    },

    // The cover was chosen when the upload was opened; nothing is left to do.
    async finalize() {},

    async lookUp(lost, account) {
      if (lost.session) {
        const { publishId } = tiktokSession.parse(JSON.parse(lost.session))
        const now = await statusOf(account, publishId)
        if (now.status === 'FAILED') return { outcome: 'none' }
        if (now.status !== 'PROCESSING_UPLOAD') return { outcome: 'posted', remoteId: publishId }
        // Its address is dead and the upload not whole: nothing can become of it any more.
        return { outcome: 'none' }
      }
      const text = tiktokPostInfo(lost, 'SELF_ONLY', null).title
      let cursor: number | undefined
      for (let pages = 0; pages < 5; pages++) {
        const page = await ask(
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
    },

    async stats(postIds, account) {
      const found = await ask(
        account,
        '/v2/video/query/?fields=id,view_count,like_count,comment_count,share_count',
        { filters: { video_ids: postIds } },
        videos,
      )
      return found.videos.map(v => ({
        postId: v.id,
        views: v.view_count,
        likes: v.like_count,
        comments: v.comment_count,
        shares: v.share_count,
      }))
    },
  }
}
