import { z } from 'zod'
import { zonedTime } from '#server/platform/time-zone.ts'
import { type Answer, jsonOf, retryAfterOf } from '../http.ts'
import { PublishError } from '../port.ts'

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
const people: Record<string, string> = {
  invalidTitle: 'YouTube does not take this title.',
  invalidDescription: 'YouTube does not take this description.',
  invalidTags: 'YouTube does not take these tags.',
  invalidCategoryId: 'YouTube does not take this category.',
  invalidPublishAt: 'YouTube does not take this time of publication.',
  forbiddenPrivacySetting: 'YouTube does not allow this privacy setting for the channel.',
  authenticatedUserAccountSuspended: 'YouTube has suspended the channel.',
  mediaBodyRequired: 'YouTube received no video.',
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
    return new PublishError('reconnect', 'The YouTube channel has to be connected again.', { code })
  if (reason === 'quotaExceeded' || reason === 'dailyLimitExceeded')
    return new PublishError(
      'retry_after',
      "Today's quota at YouTube is used up; it goes on after midnight Pacific time.",
      {
        code,
        retryAfterSeconds: asked ?? untilPacificMidnight(now),
        pausesChannel: of === 'upload',
        ofApplication: true,
        paced: true,
      },
    )
  if (reason === 'uploadLimitExceeded')
    return new PublishError('retry_after', 'The channel has uploaded as much as YouTube allows in a day.', {
      code,
      retryAfterSeconds: asked ?? 86_400,
      pausesChannel: true,
    })
  if (answer.status === 429 || reason === 'userRateLimitExceeded' || reason === 'rateLimitExceeded')
    return new PublishError('retry_after', 'YouTube asks for a pause.', {
      code,
      retryAfterSeconds: asked ?? 60,
      // The other reason concerns one person's calls.
      ofApplication: reason === 'rateLimitExceeded',
      paced: true,
    })
  if (answer.status >= 500)
    return new PublishError('retry_after', 'YouTube has trouble at the moment.', {
      code,
      retryAfterSeconds: asked,
    })
  return new PublishError('reject', people[reason] ?? `YouTube refused the video (${code}).`, { code })
}

/** Who has to act on a video that YouTube keeps private: Google reviews the project, not the video. */
export const lockedPrivate = (): PublishError =>
  new PublishError(
    'reject',
    "YouTube keeps the video private: Google hasn't verified the API project. Request its audit or open the video in YouTube Studio, then choose Retry. Nothing is uploaded again.",
    { code: 'locked_private', actor: 'trailcut', startsOver: false },
  )

const rejections: Record<string, string> = {
  codec: 'YouTube cannot read the codec of the video.',
  conversion: 'YouTube could not convert the video.',
  emptyFile: 'YouTube received an empty file.',
  invalidFile: 'YouTube cannot read the file.',
  tooSmall: 'The file is too small for YouTube.',
  uploadAborted: 'The upload to YouTube was aborted.',
  copyright: 'YouTube rejected the video over a copyright.',
  duplicate: 'YouTube says that the video is there already.',
  length: 'The video is longer than the channel may publish.',
  termsOfUse: 'YouTube rejected the video under its terms of use.',
  inappropriate: 'YouTube rejected the video as inappropriate.',
}
export const rejectionSentence = (reason: string): string =>
  rejections[reason] ?? `YouTube did not accept the video (${reason || 'no reason given'}).`
