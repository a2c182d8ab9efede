import { z } from 'zod'
import { sentences } from '#sentences/platforms.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { type Answer, jsonOf, retryAfterOf } from '../http.ts'
import { PublishError } from '../publish-error.ts'

const errorBody = z.object({
  error: z.object({
    code: z.number().default(0),
    error_subcode: z.number().default(0),
    is_transient: z.boolean().default(false),
  }),
})
/** The resumable host has its own error format. */
const uploadError = z.object({
  debug_info: z.object({ retriable: z.boolean().default(false), type: z.string().default('') }),
})

/** Facebook's error code in an answer; 0 when there is none. */
export function codeOf(answer: Answer): number {
  const body = errorBody.safeParse(jsonOf(answer))
  return body.success ? body.data.error.code : 0
}

/** The token was refused: it expired or was revoked. */
export const tokenRefused = (answer: Answer): boolean => answer.status !== 200 && codeOf(answer) === 190

/** The object doesn't exist, or the Page may not see it. */
export function isMissing(answer: Answer): boolean {
  const body = errorBody.safeParse(jsonOf(answer))
  return body.success && body.data.error.code === 100 && body.data.error.error_subcode === 33
}

const permission = (code: number) =>
  code === 190 || code === 102 || code === 10 || (code >= 200 && code <= 299)
/** Rate limits of the application, the user, the Page, and the application again. */
const throttled = [4, 17, 32, 341]
const ofApplication = [4, 341]

const people: Record<number, Sentence> = {
  100: sentences.detailsRefused({ platform: 'Facebook' }),
  352: sentences.formatRefused({ platform: 'Facebook' }),
  506: sentences.sameReelJustPosted({ platform: 'Facebook' }),
}
/** By subcode: https://developers.facebook.com/docs/video-api/guides/reels-publishing */
const films: Record<number, Sentence> = {
  1363040: sentences.pictureSizeRefused({ platform: 'Facebook' }),
  1363127: sentences.pictureSizeRefused({ platform: 'Facebook' }),
  1363128: sentences.lengthRefused({ platform: 'Facebook' }),
  1363129: sentences.frameRateRefused({ platform: 'Facebook' }),
}

/**
 * The meaning of an unsuccessful answer
 * (https://developers.facebook.com/docs/graph-api/guides/error-handling). For calls that are known to have
 * done nothing.
 */
export function facebookError(answer: Answer, now: Date): PublishError {
  const body = errorBody.safeParse(jsonOf(answer))
  const {
    code: named,
    error_subcode: subcode,
    is_transient: passing,
  } = body.success ? body.data.error : { code: 0, error_subcode: 0, is_transient: false }
  const code = `${answer.status} ${named || ''}`.trim()
  const asked = retryAfterOf(answer, now)
  if (permission(named))
    return new PublishError('reconnect', sentences.reconnectPage({ platform: 'Facebook' }), { code })
  // A limit on this kind of call: 30 reels in any 24 hours.
  if (named === 613)
    return new PublishError('retry_after', sentences.dayLimitPage({ platform: 'Facebook' }), {
      code,
      retryAfterSeconds: asked ?? 3600,
      pausesChannel: true,
    })
  if (named === 368)
    return new PublishError('retry_after', sentences.pageKeptFromPosting({ platform: 'Facebook' }), {
      code,
      retryAfterSeconds: asked ?? 86_400,
      pausesChannel: true,
    })
  if (answer.status === 429 || throttled.includes(named))
    return new PublishError('retry_after', sentences.pause({ platform: 'Facebook' }), {
      code,
      retryAfterSeconds: asked ?? 60,
      ofApplication: ofApplication.includes(named),
    })
  if (answer.status >= 500 || passing || named === 1 || named === 2)
    return new PublishError('retry_after', sentences.trouble({ platform: 'Facebook' }), {
      code,
      retryAfterSeconds: asked,
    })
  const sentence = films[subcode] ?? people[named] ?? sentences.refusedReel({ platform: 'Facebook', code })
  return new PublishError('reject', sentence, { code })
}

/** Whether the upload can continue after this answer of the resumable host, from its current offset. */
export function canResumeUpload(answer: Answer): boolean {
  if (answer.status >= 500 || answer.status === 429) return true
  const body = uploadError.safeParse(jsonOf(answer))
  return (
    body.success && (body.data.debug_info.retriable || body.data.debug_info.type === 'PartialRequestError')
  )
}
