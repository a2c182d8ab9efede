import { z } from 'zod'
import { sentences } from '#sentences/platforms.ts'
import type { Clock } from '#server/core/clock.ts'
import { type Account, withToken } from '../account.ts'
import { type Answer, call, jsonOf } from '../http.ts'
import { type PublishError, silent, unanswered } from '../publish-error.ts'
import { facebookError, isMissing, tokenRefused } from './errors.ts'
import type { ReelStatus } from './rules.ts'

const phase = z.object({ status: z.string().default('not_started') }).prefault({})
const status = z.object({
  status: z.object({
    video_status: z.string().default(''),
    uploading_phase: z
      .object({ status: z.string().default('not_started'), bytes_transfered: z.number().default(0) })
      .prefault({}),
    processing_phase: phase,
    publishing_phase: phase,
  }),
})

/** The Graph API for one Page, over plain HTTP. */
export interface Graph {
  /**
   * Calls with the Page's token, and again with a fresh one if it is refused. @param onSilence what a missing
   * answer means
   */
  ask(
    account: Account,
    path: string,
    body?: Record<string, unknown>,
    onSilence?: (cause: unknown) => PublishError,
  ): Promise<Answer>
  /** Sends a form with a file. */
  send(account: Account, path: string, form: { boundary: string; body: Buffer<ArrayBuffer> }): Promise<Answer>
  /** Deletes an object; null when it no longer exists. */
  remove(account: Account, id: string): Promise<Answer | null>
  /** Parses a successful answer. @throws PublishError for any other */
  read<T>(answer: Answer, schema: z.ZodType<T>): T
  /** A video's status; null when it no longer exists. */
  statusOf(account: Account, videoId: string): Promise<ReelStatus | null>
}

const silence = unanswered(sentences.noAnswer({ platform: 'Facebook' }))

/** @param apiUrl including the version, https://graph.facebook.com/v25.0 */
export function graphOf(apiUrl: string, clock: Clock): Graph {
  async function ask(
    account: Account,
    path: string,
    body?: Record<string, unknown>,
    onSilence: (cause: unknown) => PublishError = silence,
  ): Promise<Answer> {
    if (!body) return request(account, path, { method: 'GET' }, onSilence)
    const headers = { 'content-type': 'application/json' }
    return request(account, path, { method: 'POST', headers, body: JSON.stringify(body) }, onSilence)
  }
  const request = (
    account: Account,
    path: string,
    init: Parameters<typeof call>[1],
    onSilence: (cause: unknown) => PublishError = silence,
  ): Promise<Answer> => {
    const once = (token: string) => {
      const headers = { ...init.headers, authorization: `Bearer ${token}` }
      return silent(call(`${apiUrl}${path}`, { ...init, headers }), onSilence)
    }
    return withToken(account, once, tokenRefused)
  }
  function read<T>(answer: Answer, schema: z.ZodType<T>): T {
    if (answer.status !== 200) throw facebookError(answer, clock.now())
    return schema.parse(jsonOf(answer))
  }
  async function statusOf(account: Account, videoId: string) {
    const answer = await ask(account, `/${videoId}?fields=status`)
    return isMissing(answer) ? null : read(answer, status).status
  }
  async function remove(account: Account, id: string) {
    const answer = await request(account, `/${id}`, { method: 'DELETE' })
    return isMissing(answer) ? null : answer
  }
  const send: Graph['send'] = (account, path, { boundary, body }) =>
    request(account, path, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
    })
  return { ask, read, remove, send, statusOf }
}
