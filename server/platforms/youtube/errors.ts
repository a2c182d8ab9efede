import { z } from 'zod'
import { sentences } from '#sentences/platforms.ts'
import type { Sentence } from '#server/core/sentences.ts'
import { zonedTime } from '#server/core/time-zone.ts'
import { type Answer, jsonOf, retryAfterOf } from '../http.ts'
import { PublishError, unanswered } from '../publish-error.ts'

/** No answer to a call that may be repeated. */
export const silence = unanswered(sentences.noAnswer({ platform: 'YouTube' }))

const errorBody = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
  }),
})

/** The reason in YouTube's answer; '' when there is none. */
export function reasonOf(answer: Answer): string {
  const body = errorBody.safeParse(jsonOf(answer))
  return body.success ? (body.data.error.errors[0]?.reason ?? '') : ''
}

/** Seconds until the next midnight in California, where YouTube's quota days end. */
export function untilPacificMidnight(now: Date): number {
  const local = zonedTime(now, 'America/Los_Angeles')
  return Math.ceil(local.until(local.startOfDay().add({ days: 1 })).total('seconds'))
}

const reconnect = ['authError', 'insufficientPermissions', 'authorizationRequired', 'youtubeSignupRequired']
const people: Record<string, Sentence> = {
  invalidTitle: sentences.titleRefused({ platform: 'YouTube' }),
  invalidDescription: sentences.descriptionRefused({ platform: 'YouTube' }),
  invalidTags: sentences.tagsRefused({ platform: 'YouTube' }),
  invalidCategoryId: sentences.categoryRefused({ platform: 'YouTube' }),
  invalidPublishAt: sentences.timeRefused({ platform: 'YouTube' }),
  forbiddenPrivacySetting: sentences.channelPrivacy({ platform: 'YouTube' }),
  authenticatedUserAccountSuspended: sentences.channelSuspended({ platform: 'YouTube' }),
  mediaBodyRequired: sentences.receivedNothing({ platform: 'YouTube' }),
}

/**
 * The meaning of an unsuccessful answer (https://developers.google.com/youtube/v3/docs/errors). For calls
 * that are known to have done nothing. Uploads have a separate quota, so only a refused upload delays others
 * (https://developers.google.com/youtube/data/determine_quota_cost).
 */
export function youtubeError(answer: Answer, now: Date, of: 'upload' | 'other' = 'other'): PublishError {
  const reason = reasonOf(answer)
  const code = `${answer.status} ${reason}`.trim()
  const asked = retryAfterOf(answer, now)
  if (answer.status === 401 || reconnect.includes(reason))
    return new PublishError('reconnect', sentences.reconnectChannel({ platform: 'YouTube' }), { code })
  if (reason === 'quotaExceeded' || reason === 'dailyLimitExceeded')
    return new PublishError('retry_after', sentences.dayQuotaUsed({ platform: 'YouTube' }), {
      code,
      retryAfterSeconds: asked ?? untilPacificMidnight(now),
      pausesChannel: of === 'upload',
      ofApplication: true,
      paced: true,
    })
  if (reason === 'uploadLimitExceeded')
    return new PublishError('retry_after', sentences.dayLimitChannel({ platform: 'YouTube' }), {
      code,
      retryAfterSeconds: asked ?? 86_400,
      pausesChannel: true,
    })
  if (answer.status === 429 || reason === 'userRateLimitExceeded' || reason === 'rateLimitExceeded')
    return new PublishError('retry_after', sentences.pause({ platform: 'YouTube' }), {
      code,
      retryAfterSeconds: asked ?? 60,
      // The other reason concerns one person's calls.
      ofApplication: reason === 'rateLimitExceeded',
      paced: true,
    })
  if (answer.status >= 500)
    return new PublishError('retry_after', sentences.trouble({ platform: 'YouTube' }), {
      code,
      retryAfterSeconds: asked,
    })
  return new PublishError('reject', people[reason] ?? sentences.refusedVideo({ platform: 'YouTube', code }), {
    code,
  })
}

/** YouTube keeps a video private that should be public; staff can change that in YouTube Studio and then retry. */
export const lockedPrivate = (): PublishError =>
  new PublishError('reject', sentences.keptPrivateAdvice({ platform: 'YouTube' }), {
    code: 'locked_private',
    startsOver: false,
    as: 'unknown_outcome',
  })

const rejections: Record<string, Sentence> = {
  codec: sentences.codecUnreadable({ platform: 'YouTube' }),
  conversion: sentences.couldNotConvert({ platform: 'YouTube' }),
  emptyFile: sentences.emptyFile({ platform: 'YouTube' }),
  invalidFile: sentences.fileUnreadable({ platform: 'YouTube' }),
  tooSmall: sentences.fileTooSmall({ platform: 'YouTube' }),
  uploadAborted: sentences.uploadAborted({ platform: 'YouTube' }),
  copyright: sentences.copyright({ platform: 'YouTube' }),
  duplicate: sentences.duplicate({ platform: 'YouTube' }),
  length: sentences.longerThanChannelMay,
  termsOfUse: sentences.termsOfUse({ platform: 'YouTube' }),
  inappropriate: sentences.inappropriate({ platform: 'YouTube' }),
}
export const rejectionSentence = (reason: string): Sentence =>
  rejections[reason] ?? sentences.notAccepted({ platform: 'YouTube', reason: reason || null })
