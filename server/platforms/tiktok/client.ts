import { z } from 'zod'
import { sentences } from '#sentences/platforms.ts'
import type { Clock } from '#server/core/clock.ts'
import { type Account, withToken } from '../account.ts'
import { call } from '../http.ts'
import { PublishError, silent, unanswered } from '../publish-error.ts'
import { dataOf, isForgotten } from './errors.ts'

export interface TiktokAddresses {
  /** https://open.tiktokapis.com */
  apiUrl: string
}

const postStatus = z.object({
  status: z.string(),
  fail_reason: z.string().default(''),
  // int64 in JSON: TikTok's numbers don't fit a double, so they are read as strings.
  publicaly_available_post_id: z.array(z.string()).default([]),
  uploaded_bytes: z.number().default(0),
})
/** The answer of the Display API: `video/query` and `video/list`. */
export const videos = z.object({
  videos: z
    .array(
      z.object({
        id: z.string(),
        video_description: z.string().default(''),
        create_time: z.number().default(0),
        /** seconds; absent when TikTok doesn't say */
        duration: z.number().optional(),
        share_url: z.string().default(''),
        // Raw values: malformed counts are sorted out afterwards, without losing the other posts' counts.
        view_count: z.unknown().optional(),
        like_count: z.unknown().optional(),
        comment_count: z.unknown().optional(),
        share_count: z.unknown().optional(),
      }),
    )
    .default([]),
  cursor: z.number().optional(),
  has_more: z.boolean().default(false),
})

/** Turns digits into strings before JSON.parse rounds them: ids are int64 and exceed 2^53. */
export const exactIds = (text: string): string =>
  text.replace(
    /("publicaly_available_post_id"\s*:\s*\[)([\d,\s]*)(\])/g,
    (_all, open, ids: string, close) => open + ids.replace(/\d+/g, '"$&"') + close,
  )

const silence = unanswered(sentences.noAnswer({ platform: 'TikTok' }))

/** Calls the Content Posting and Display APIs for an account. */
export class TiktokClient {
  readonly #apiUrl: string
  readonly clock: Clock

  constructor({ apiUrl }: TiktokAddresses, clock: Clock) {
    this.#apiUrl = apiUrl
    this.clock = clock
  }

  /**
   * One call; repeated with a fresh token if the first was refused, which did nothing.
   * @param onSilence what a missing answer means
   * @throws PublishError
   */
  async ask<T>(
    account: Account,
    path: string,
    body: unknown,
    schema: z.ZodType<T>,
    onSilence: (cause: unknown) => PublishError = silence,
  ): Promise<T> {
    const answer = await withToken(account, token => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json; charset=UTF-8' }
      const asked = call(`${this.#apiUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return silent(asked, onSilence)
    })
    return dataOf({ ...answer, text: exactIds(answer.text) }, schema, this.clock.now())
  }

  /** A post's status; null when TikTok no longer knows the upload, which says nothing about the post. */
  statusOf(account: Account, publishId: string): Promise<z.infer<typeof postStatus> | null> {
    const asked = this.ask(account, '/v2/post/publish/status/fetch/', { publish_id: publishId }, postStatus)
    return asked.catch(error => {
      if (error instanceof PublishError && isForgotten(error)) return null
      throw error
    })
  }
}
