import { z } from 'zod'
import { sentences } from '#sentences/platforms.ts'
import { type Answer, sendStream } from '../http.ts'
import { cutsOf, PublishError } from '../publish-error.ts'
import type { PostHooks, PostWork } from '../publisher.ts'
import { tiktokError } from './errors.ts'
import { chunkAt } from './rules.ts'

/** An opened upload: its address is a secret and works without a token for one hour. */
export const tiktokSession = z.object({
  publishId: z.string(),
  uploadUrl: z.string(),
  chunkSize: z.number().int(),
  count: z.number().int(),
  /** the post's audience */
  privacy: z.string(),
})
export type TiktokSession = z.infer<typeof tiktokSession>

/**
 * Sends one chunk after another. 206: continue; 201: complete; 416: TikTok has a different amount and says
 * which; 403 and 404: the address has expired
 * (https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide).
 * @param uploaded asks how much has arrived, after an answer was lost
 * @throws PublishError; unknown_outcome when the address has expired
 */
export async function sendChunks(given: {
  session: TiktokSession
  from: number
  work: PostWork
  hooks: PostHooks
  now: Date
  uploaded(publishId: string): Promise<number>
}): Promise<void> {
  const { session, work, hooks } = given
  const { size, type } = work.file
  let at = given.from
  const afterCut = cutsOf('TikTok')
  while (at < size) {
    const before = at
    const last = chunkAt(at, size, session)
    hooks.progress(at)
    const answer: Answer | null = await sendStream(session.uploadUrl, {
      method: 'PUT',
      headers: { 'content-type': type, 'content-range': `bytes ${at}-${last}/${size}` },
      body: await work.file.open(at, last),
      length: last - at + 1,
      signal: hooks.signal,
      onBytes: sent => hooks.progress(before + sent),
    })
    if (answer?.status === 201) return
    if (answer?.status === 206) at = last + 1
    else if (answer?.status === 416) at = arrived(answer) ?? (await given.uploaded(session.publishId))
    else if (!answer || answer.status >= 500) at = await given.uploaded(session.publishId)
    else if (answer.status === 403 || answer.status === 404)
      throw new PublishError('unknown_outcome', sentences.addressExpired({ platform: 'TikTok' }), {
        code: 'session_gone',
      })
    else throw tiktokError(answer, given.now)
    afterCut(at > before, answer)
  }
}

/** How much has arrived, from a range refusal: `Content-Range: bytes 0-{UPLOADED}/{TOTAL}`. */
function arrived(answer: Answer): number | null {
  const uploaded = /bytes 0-(\d+)\//.exec(answer.headers['content-range'] ?? '')?.[1]
  return uploaded === undefined ? null : Number(uploaded)
}
