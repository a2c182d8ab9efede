import { sentences } from '#sentences/platforms.ts'
import { type Account, withToken } from '../account.ts'
import { type Answer, call, jsonOf, sendStream } from '../http.ts'
import { cutsOf, PublishError, silent } from '../publish-error.ts'
import type { PostHooks, PostWork } from '../publisher.ts'
import { silence, youtubeError } from './errors.ts'

/** The state of a resumable session. gone: the session has expired, and its outcome is unknown. */
export type SessionState = { at: 'open'; offset: number } | { at: 'done'; videoId: string } | { at: 'gone' }

const videoIdOf = (answer: Answer): string => {
  const id = (jsonOf(answer) as { id?: unknown } | null)?.id
  if (typeof id !== 'string' || !id)
    throw new PublishError('unknown_outcome', sentences.confirmedWithoutId({ platform: 'YouTube' }), {
      code: 'no_id',
    })
  return id
}

const busy = [500, 502, 503, 504]

/** Reads an answer of the session's address; null when it doesn't tell the upload's state. */
function stateOf(answer: Answer): SessionState | null {
  if (answer.status === 200 || answer.status === 201) return { at: 'done', videoId: videoIdOf(answer) }
  if (answer.status === 308) {
    const last = /bytes=0-(\d+)/.exec(answer.headers.range ?? '')?.[1]
    return { at: 'open', offset: last === undefined ? 0 : Number(last) + 1 }
  }
  if (answer.status === 404 || answer.status === 410) return { at: 'gone' }
  return null
}

interface SessionCall {
  url: string
  size: number
  account: Account
  now: Date
  signal?: AbortSignal
}

/**
 * Asks how much has arrived. A finished upload's final answer is repeated, so a lost one does no harm
 * (https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol).
 * @throws PublishError retry_after when it can't be asked now
 */
export async function askSession({ url, size, account, now, signal }: SessionCall): Promise<SessionState> {
  const answer = await withToken(account, token =>
    silent(
      call(url, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-range': `bytes */${size}` },
        ...(signal ? { signal } : {}),
      }),
      silence,
    ),
  )
  const state = stateOf(answer)
  if (state) return state
  throw youtubeError(answer, now)
}

/**
 * Sends the missing bytes, in one request if the connection holds; after a cut it asks where to resume and
 * never assumes.
 * @returns the video's id
 * @throws PublishError; unknown_outcome when the session is gone
 */
export async function sendBytes(
  given: SessionCall & { work: PostWork; hooks: PostHooks; from: number | null },
): Promise<string> {
  const { url, size, work, hooks, now } = given
  const ask = () => askSession({ ...given, signal: hooks.signal })
  let state: SessionState = given.from === null ? await ask() : { at: 'open', offset: given.from }
  const afterCut = cutsOf('YouTube')
  while (state.at === 'open') {
    const { offset }: { offset: number } = state
    hooks.progress(offset)
    const answer: Answer | null = await withToken(given.account, async token =>
      sendStream(url, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': work.file.type,
          'content-range': `bytes ${offset}-${size - 1}/${size}`,
        },
        body: await work.file.open(offset, size - 1),
        length: size - offset,
        signal: hooks.signal,
        onBytes: sent => hooks.progress(offset + sent),
      }),
    )
    if (answer && !busy.includes(answer.status) && !stateOf(answer)) throw youtubeError(answer, now)
    const next: SessionState = (answer && stateOf(answer)) ?? (await ask())
    afterCut(next.at !== 'open' || next.offset > offset, answer)
    state = next
  }
  if (state.at === 'gone')
    throw new PublishError('unknown_outcome', sentences.addressExpired({ platform: 'YouTube' }), {
      code: 'session_gone',
    })
  return state.videoId
}
