import { z } from 'zod'
import { sentences } from '#sentences/platforms.ts'
import type { Account } from '../account.ts'
import { PublishError } from '../publish-error.ts'
import type { PostHooks, PostWork } from '../publisher.ts'
import type { TiktokClient } from './client.ts'
import { type CreatorInfo, creatorOf } from './creator.ts'
import { failedPost, forgottenUpload } from './errors.ts'
import { brandedProblem, chunksOf, tiktokPostInfo, withDefaults } from './rules.ts'
import { sendChunks, type TiktokSession, tiktokSession } from './upload.ts'

const opened = z.object({ publish_id: z.string(), upload_url: z.string() })

/** A post's audience. @throws PublishError when the account may not post this, or not to that audience */
function audienceOf(work: PostWork, info: CreatorInfo): string {
  if (work.file.durationSeconds > info.max_video_post_duration_sec)
    throw new PublishError(
      'reject',
      sentences.accountMaySeconds({ seconds: info.max_video_post_duration_sec }),
      { code: 'too_long' },
    )
  const { privacy } = work.metadata
  const branded = brandedProblem(work.metadata)
  if (branded) throw new PublishError('reject', branded.sentence, { code: 'branded_private' })
  if (privacy && info.privacy_level_options.includes(privacy)) return privacy
  throw new PublishError(
    'reject',
    privacy
      ? sentences.privacyNotOffered({ platform: 'TikTok' })
      : sentences.chooseViewers({ platform: 'TikTok' }),
    { code: 'privacy_level_option_mismatch' },
  )
}

/** Opens an upload: from here on TikTok counts it as one of the account's pending shares. */
async function open(
  client: TiktokClient,
  work: PostWork,
  account: Account,
  hooks: PostHooks,
): Promise<TiktokSession> {
  const info = await creatorOf(client, account)
  const metadata = withDefaults(work.metadata, account.settings)
  const privacy = audienceOf({ ...work, metadata }, info)
  const chunks = chunksOf(work.file.size)
  await hooks.opening()
  const answer = await client.ask(
    account,
    '/v2/post/publish/video/init/',
    {
      post_info: tiktokPostInfo({ ...work, metadata }, privacy, info),
      source_info: {
        source: 'FILE_UPLOAD',
        video_size: work.file.size,
        chunk_size: chunks.chunkSize,
        total_chunk_count: chunks.count,
      },
    },
    opened,
    // TikTok has no idempotency key that would reveal a repetition.
    cause =>
      new PublishError('unknown_outcome', sentences.noAnswerOpening({ platform: 'TikTok' }), {
        code: 'init_no_answer',
        cause,
      }),
  )
  const session = {
    publishId: answer.publish_id,
    uploadUrl: answer.upload_url,
    chunkSize: chunks.chunkSize,
    count: chunks.count,
    privacy,
  }
  await hooks.opened(JSON.stringify(session))
  return session
}

/** Sends a video, resuming where an earlier attempt stopped. @returns TikTok's publish_id */
export async function postVideo(
  client: TiktokClient,
  work: PostWork,
  account: Account,
  hooks: PostHooks,
): Promise<string> {
  let from = 0
  let session = work.session ? tiktokSession.parse(JSON.parse(work.session)) : null
  if (session) {
    const now = await client.statusOf(account, session.publishId)
    if (!now) throw forgottenUpload()
    if (now.status === 'FAILED') throw failedPost(now.fail_reason)
    if (now.status !== 'PROCESSING_UPLOAD') return session.publishId
    from = now.uploaded_bytes
  } else session = await open(client, work, account, hooks)
  await sendChunks({
    session,
    from,
    work,
    hooks,
    now: client.clock.now(),
    uploaded: async publishId => {
      const now = await client.statusOf(account, publishId)
      if (!now) throw forgottenUpload()
      return now.status === 'PROCESSING_UPLOAD' ? now.uploaded_bytes : work.file.size
    },
  })
  return session.publishId
}
