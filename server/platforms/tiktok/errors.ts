import { z } from 'zod'
import { sentences } from '#sentences/platforms.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { type Answer, jsonOf, retryAfterOf } from '../http.ts'
import { PublishError } from '../publish-error.ts'

const envelope = z.object({
  data: z.unknown().optional(),
  error: z.object({ code: z.string(), message: z.string().default('') }),
})

const people: Record<string, Sentence> = {
  spam_risk_user_banned_from_posting: sentences.accountBanned({ platform: 'TikTok' }),
  privacy_level_option_mismatch: sentences.accountPrivacy({ platform: 'TikTok' }),
  unaudited_client_can_only_post_to_private_accounts: sentences.notApproved({ platform: 'TikTok' }),
  invalid_param: sentences.detailsRefused({ platform: 'TikTok' }),
  invalid_params: sentences.detailsRefused({ platform: 'TikTok' }),
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
    return new PublishError('reconnect', sentences.reconnectAccount({ platform: 'TikTok' }), { code })
  if (named === 'spam_risk_too_many_posts' || named === 'reached_active_user_cap')
    return new PublishError('retry_after', sentences.dayLimitAccount({ platform: 'TikTok' }), {
      code,
      retryAfterSeconds: asked ?? 86_400,
      pausesChannel: true,
      // This cap applies to applications that TikTok hasn't audited.
      ofApplication: named === 'reached_active_user_cap',
    })
  if (named === 'spam_risk_too_many_pending_share')
    return new PublishError('retry_after', sentences.waitsForUploads({ platform: 'TikTok' }), {
      code,
      retryAfterSeconds: asked ?? 3600,
      paced: true,
    })
  if (answer.status === 429 || named === 'rate_limit_exceeded')
    return new PublishError('retry_after', sentences.pause({ platform: 'TikTok' }), {
      code,
      retryAfterSeconds: asked ?? 60,
      paced: true,
    })
  if (answer.status >= 500 || named === 'internal_error')
    return new PublishError('retry_after', sentences.trouble({ platform: 'TikTok' }), {
      code,
      retryAfterSeconds: asked,
    })
  return new PublishError('reject', people[named] ?? sentences.refusedVideo({ platform: 'TikTok', code }), {
    code,
  })
}

const forgotten = 'invalid_publish_id'
/** Whether TikTok says it doesn't know the upload. */
export const isForgotten = (error: PublishError): boolean => error.code.endsWith(forgotten)
/** The video may still be published, so look it up before anything else. */
export const forgottenUpload = (): PublishError =>
  new PublishError('unknown_outcome', sentences.unknownUpload({ platform: 'TikTok' }), { code: forgotten })

/** The data of a successful answer. @throws PublishError for any other */
export function dataOf<T>(answer: Answer, schema: z.ZodType<T>, now: Date): T {
  const body = envelope.safeParse(jsonOf(answer))
  if (!body.success || body.data.error.code !== 'ok') throw tiktokError(answer, now)
  return schema.parse(body.data.data)
}

const failures: Record<string, Sentence> = {
  file_format_check_failed: sentences.formatRefused({ platform: 'TikTok' }),
  duration_check_failed: sentences.lengthRefused({ platform: 'TikTok' }),
  frame_rate_check_failed: sentences.frameRateRefused({ platform: 'TikTok' }),
  picture_size_check_failed: sentences.pictureSizeRefused({ platform: 'TikTok' }),
  publish_cancelled: sentences.postCancelled({ platform: 'TikTok' }),
  auth_removed: sentences.consentWithdrawn({ platform: 'TikTok' }),
  spam_risk: sentences.spam({ platform: 'TikTok' }),
}

/** Why TikTok rejected a video after the upload. Nothing was posted. */
export function failedPost(reason: string): PublishError {
  if (reason === 'internal')
    return new PublishError('retry_after', sentences.failedToProcess({ platform: 'TikTok' }), {
      code: reason,
      startsOver: true,
    })
  if (reason === 'auth_removed')
    return new PublishError('reconnect', failures.auth_removed as Sentence, { code: reason })
  const known = Object.keys(failures).find(name => reason.startsWith(name))
  return new PublishError(
    'reject',
    failures[known ?? ''] ?? sentences.notAccepted({ platform: 'TikTok', reason }),
    {
      code: reason,
    },
  )
}
