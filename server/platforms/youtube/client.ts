import { z } from 'zod'
import { sentences } from '#sentences/platforms.ts'
import type { Clock } from '#server/core/clock.ts'
import { type Account, withToken } from '../account.ts'
import { type Answer, call, jsonOf } from '../http.ts'
import { PublishError, silent } from '../publish-error.ts'
import { silence, untilPacificMidnight, youtubeError } from './errors.ts'

export interface YoutubeAddresses {
  /** https://www.googleapis.com */
  apiUrl: string
  /** https://youtubeanalytics.googleapis.com */
  analyticsUrl: string
  /** units that Google grants the project for a day */
  dailyUnits: number
  /** where a video can be watched: the id is appended */
  watchUrl: string
}

/**
 * What calls are for, and how much of a day's units they may use up. What comes later leaves the rest of the day to
 * what comes first, so that additions never keep a video from being posted.
 */
const shares = { posting: 1, counts: 0.9, captions: 0.7, playlists: 0.6, covers: 0.5 } as const

/**
 * Units of a call (https://developers.google.com/youtube/v3/determine_quota_cost, November 2026). Null: it has a
 * limit of its own, as uploads, counters and reports have.
 */
export type Cost = { units: 1 | 50 | 400; of: keyof typeof shares } | null

export const listed = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        snippet: z
          .object({ title: z.string().default(''), tags: z.array(z.string()).default([]) })
          .partial()
          .default({}),
        status: z
          .object({
            uploadStatus: z.string(),
            privacyStatus: z.string(),
            publishAt: z.string(),
            failureReason: z.string(),
            rejectionReason: z.string(),
          })
          .partial()
          .default({}),
        contentDetails: z
          .object({
            // Either the countries that see it or those that don't; an empty list of the latter blocks none.
            regionRestriction: z
              .object({ allowed: z.array(z.string()).optional(), blocked: z.array(z.string()).default([]) })
              .optional(),
          })
          .default({}),
      }),
    )
    .default([]),
})
export const stats = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        // Raw values: malformed counts are sorted out afterwards, without losing the other posts' counts.
        statistics: z.record(z.string(), z.unknown()).catch({}),
      }),
    )
    .default([]),
})
export const channels = z.object({
  items: z
    .array(z.object({ contentDetails: z.object({ relatedPlaylists: z.object({ uploads: z.string() }) }) }))
    .default([]),
})
export const playlist = z.object({
  nextPageToken: z.string().optional(),
  items: z
    .array(
      z.object({
        contentDetails: z.object({ videoId: z.string(), videoPublishedAt: z.string().optional() }),
      }),
    )
    .default([]),
})

/** Calls the YouTube Data API v3 for an account. */
export class YoutubeClient {
  readonly #apiUrl: string
  readonly #analyticsUrl: string
  readonly #dailyUnits: number
  readonly clock: Clock

  constructor({ apiUrl, analyticsUrl, dailyUnits }: YoutubeAddresses, clock: Clock) {
    this.#apiUrl = apiUrl
    this.#analyticsUrl = analyticsUrl
    this.#dailyUnits = dailyUnits
    this.clock = clock
  }

  async #pay(account: Account, cost: Cost): Promise<void> {
    if (!cost || (await account.takeUnits(cost.units, Math.floor(this.#dailyUnits * shares[cost.of])))) return
    throw new PublishError('retry_after', sentences.dayQuotaUsed({ platform: 'YouTube' }), {
      code: `units for ${cost.of}`,
      retryAfterSeconds: untilPacificMidnight(this.clock.now()),
      ofApplication: true,
      paced: true,
    })
  }

  /**
   * A repeatable call: retried with a fresh token if the old one is refused. @throws PublishError when the day's
   * units for such calls are used up
   */
  async ask(
    account: Account,
    path: string,
    { cost, ...init }: Parameters<typeof call>[1] & { cost: Cost },
    host = this.#apiUrl,
  ): Promise<Answer> {
    await this.#pay(account, cost)
    return withToken(account, token => {
      const headers = { ...init.headers, authorization: `Bearer ${token}` }
      return silent(call(`${host}${path}`, { ...init, headers }), silence)
    })
  }

  /** A read. @throws PublishError for any answer other than 200 */
  async get<T>(
    account: Account,
    path: string,
    schema: z.ZodType<T>,
    cost: Cost,
    host = this.#apiUrl,
  ): Promise<T> {
    const answer = await this.ask(account, path, { method: 'GET', cost }, host)
    if (answer.status !== 200) throw youtubeError(answer, this.clock.now())
    return schema.parse(jsonOf(answer))
  }
  /** A report of YouTube Analytics. */
  report<T>(account: Account, query: URLSearchParams, schema: z.ZodType<T>): Promise<T> {
    return this.get(account, `/v2/reports?${query}`, schema, null, this.#analyticsUrl)
  }
  /** Videos by id, with these parts. */
  list(
    account: Account,
    ids: readonly string[],
    part: string,
    of: 'posting' | 'counts',
  ): Promise<z.infer<typeof listed>> {
    const path = `/youtube/v3/videos?part=${part}&id=${ids.map(encodeURIComponent).join(',')}`
    return this.get(account, path, listed, { units: 1, of })
  }
}
