import { z } from 'zod'
import { type Answer, jsonOf, retryAfterOf } from '../http.ts'
import { PublishError } from '../port.ts'

const envelope = z.object({
  data: z.unknown().optional(),
  error: z.object({ code: z.string(), message: z.string().default('') }),
})

const people: Record<string, string> = {
  spam_risk_user_banned_from_posting: 'TikTok does not let this account post.',
  privacy_level_option_mismatch: 'TikTok does not allow this privacy setting for the account.',
  unaudited_client_can_only_post_to_private_accounts:
    'TikTok has not approved this application yet: it may post to private accounts only.',
  invalid_param: 'TikTok does not take these details.',
  invalid_params: 'TikTok does not take these details.',
}

/**
 * The meaning of an unsuccessful answer. Success is error.code 'ok', whatever the status
 * (https://developers.tiktok.com/doc/content-posting-api-reference-direct-post). For calls that are known to
 * have done nothing.
 */
export function tiktokError(answer: Answer, now: Date): PublishError {
  const body = envelope.safeParse(jsonOf(answer))
  const named = body.success ? body.data.error.code : ''
  const code = `${answer.status} ${named}`.trim()
  const asked = retryAfterOf(answer, now)
  if (answer.status === 401 || named === 'access_token_invalid' || named === 'scope_not_authorized')
    return new PublishError('reconnect', 'The TikTok account has to be connected again.', { code })
  if (named === 'spam_risk_too_many_posts' || named === 'reached_active_user_cap')
    return new PublishError('retry_after', 'The account has posted as much as TikTok allows in a day.', {
      code,
      retryAfterSeconds: asked ?? 86_400,
      pausesChannel: true,
      // This cap applies to applications that TikTok hasn't audited.
      ofApplication: named === 'reached_active_user_cap',
    })
  if (named === 'spam_risk_too_many_pending_share')
    return new PublishError('retry_after', 'TikTok waits for uploads that were begun and not finished.', {
      code,
      retryAfterSeconds: asked ?? 3600,
      paced: true,
    })
  if (answer.status === 429 || named === 'rate_limit_exceeded')
    return new PublishError('retry_after', 'TikTok asks for a pause.', {
      code,
      retryAfterSeconds: asked ?? 60,
      paced: true,
    })
  if (answer.status >= 500 || named === 'internal_error')
    return new PublishError('retry_after', 'TikTok has trouble at the moment.', {
      code,
      retryAfterSeconds: asked,
    })
  return new PublishError('reject', people[named] ?? `TikTok refused the video (${code}).`, { code })
}

const forgotten = 'invalid_publish_id'
/** Whether TikTok says it doesn't know the upload. */
export const isForgotten = (error: PublishError): boolean => error.code.endsWith(forgotten)
/** The video may still be published, so look it up before anything else. */
export const forgottenUpload = (): PublishError =>
  new PublishError('unknown_outcome', "TikTok doesn't know this upload any more.", { code: forgotten })

/** The data of a successful answer. @throws PublishError for any other */
export function dataOf<T>(answer: Answer, schema: z.ZodType<T>, now: Date): T {
  const body = envelope.safeParse(jsonOf(answer))
  if (!body.success || body.data.error.code !== 'ok') throw tiktokError(answer, now)
  return schema.parse(body.data.data)
}

const failures: Record<string, string> = {
  file_format_check_failed: 'TikTok does not take the format of the file.',
  duration_check_failed: 'TikTok does not take videos of this length.',
  frame_rate_check_failed: 'TikTok does not take the frame rate of the video.',
  picture_size_check_failed: 'TikTok does not take the picture size of the video.',
  publish_cancelled: 'The post was cancelled at TikTok.',
  auth_removed: 'The account took its permission back while TikTok was working on the video.',
  spam_risk: 'TikTok takes the video for spam.',
}

/** Why TikTok rejected a video after the upload. Nothing was posted. */
export function failedPost(reason: string): PublishError {
  if (reason === 'internal')
    return new PublishError('retry_after', 'TikTok failed to process the video.', {
      code: reason,
      startsOver: true,
    })
  if (reason === 'auth_removed')
    return new PublishError('reconnect', failures.auth_removed as string, { code: reason })
  const known = Object.keys(failures).find(name => reason.startsWith(name))
  return new PublishError('reject', failures[known ?? ''] ?? `TikTok did not accept the video (${reason}).`, {
    code: reason,
  })
}
