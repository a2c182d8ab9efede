import { z } from 'zod'
import { type Answer, sendStream } from '../http.ts'
import { cutsOf } from '../publish-error.ts'
import type { PostHooks, PostWork } from '../publisher.ts'
import { canResumeUpload, facebookError } from './errors.ts'

/** A started upload: its video, and the address for its bytes. */
export const reelSession = z.object({ videoId: z.string().regex(/^\d+$/), uploadUrl: z.url() })
export type ReelSession = z.infer<typeof reelSession>

/**
 * Sends the missing bytes in one request; after a cut it asks how much has arrived and resumes there.
 * @param arrived asks how many bytes have arrived; throws when Facebook has dropped the upload
 * @throws PublishError; unknown_outcome when it has been dropped
 */
export async function sendReel(given: {
  session: ReelSession
  from: number
  token: string
  work: PostWork
  hooks: PostHooks
  now: Date
  arrived(): Promise<number>
}): Promise<void> {
  const { session, token, work, hooks } = given
  const { size, type } = work.file
  let at = given.from
  const afterCut = cutsOf('Facebook')
  while (at < size) {
    const before = at
    hooks.progress(at)
    const answer: Answer | null = await sendStream(session.uploadUrl, {
      method: 'POST',
      headers: {
        authorization: `OAuth ${token}`,
        offset: String(at),
        file_size: String(size),
        'content-type': type,
      },
      body: await work.file.open(at, size - 1),
      length: size - at,
      signal: hooks.signal,
      onBytes: sent => hooks.progress(before + sent),
    })
    if (answer?.status === 200) return
    const there = await given.arrived()
    if (answer && !canResumeUpload(answer) && there <= before) throw facebookError(answer, given.now)
    at = there
    afterCut(at > before, answer)
  }
}
