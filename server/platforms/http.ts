import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { notInTransaction } from '#server/core/db/slow-calls.ts'

/** A platform's answer with its body as text. */
export interface Answer {
  status: number
  headers: Record<string, string>
  text: string
}

/** The connection ended without an answer: the request may or may not have been processed. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

const longestAnswer = 4 * 1024 * 1024

/** @param onBytes called for each chunk that arrives */
async function read(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  onBytes?: () => void,
): Promise<Answer> {
  body.setEncoding('utf8')
  let text = ''
  for await (const piece of body) {
    onBytes?.()
    if (text.length < longestAnswer) text += piece
  }
  const named = Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')])
  return { status: statusCode, headers: Object.fromEntries(named), text }
}

/**
 * A call with a short body; redirects are returned as answers. @throws NoAnswerError when there is no
 * complete answer in time
 */
export async function call(
  url: string,
  given: {
    method: Dispatcher.HttpMethod
    headers?: Record<string, string>
    body?: string | Buffer<ArrayBuffer>
    timeoutMs?: number
    signal?: AbortSignal
  },
): Promise<Answer> {
  notInTransaction('A platform')
  const { request } = await import('undici')
  const timeout = AbortSignal.timeout(given.timeoutMs ?? 30_000)
  try {
    const answer = await request(url, {
      method: given.method,
      headers: { accept: '*/*', 'user-agent': 'node', ...given.headers },
      body: given.body ?? null,
      signal: given.signal ? AbortSignal.any([timeout, given.signal]) : timeout,
    })
    return await read(answer)
  } catch (error) {
    given.signal?.throwIfAborted()
    throw new NoAnswerError('No answer', { cause: error })
  }
}

/**
 * Sends a stream of known length on a separate connection. An early answer ends the upload.
 * @returns null when the connection ended without an answer, or nothing moved for `quietMs`
 */
export async function sendStream(
  url: string,
  given: {
    method: 'PUT' | 'POST'
    headers: Record<string, string>
    body: Readable
    length: number
    signal: AbortSignal
    onBytes?: (sent: number) => void
    quietMs?: number
  },
): Promise<Answer | null> {
  notInTransaction('A platform')
  // It may fail before it is sent; the request still gets the error.
  given.body.on('error', () => undefined)
  const { Client } = await import('undici')
  const { origin, pathname, search } = new URL(url)
  // The client's own deadlines don't cover a stalled source, so one watchdog covers everything.
  const client = new Client(origin, { headersTimeout: 0, bodyTimeout: 0 })
  const quiet = new AbortController()
  const watch = setTimeout(() => quiet.abort(new Error('Nothing moved')), given.quietMs ?? 60_000)
  let sent = 0
  // Paused until the connection accepts data: attaching a listener alone would lose the first bytes.
  given.body.pause().on('data', (chunk: Buffer) => {
    watch.refresh()
    sent += chunk.length
    given.onBytes?.(sent)
  })
  try {
    const answer = await client.request({
      method: given.method,
      path: pathname + search,
      headers: { ...given.headers, 'content-length': String(given.length) },
      body: given.body,
      signal: AbortSignal.any([given.signal, quiet.signal]),
    })
    return await read(answer, () => watch.refresh())
  } catch {
    given.signal.throwIfAborted()
    return null
  } finally {
    clearTimeout(watch)
    given.body.destroy()
    await client.destroy()
  }
}

/** The seconds to wait according to an answer; undefined when it doesn't say. */
export function retryAfterOf(answer: Answer, now: Date): number | undefined {
  const value = answer.headers['retry-after']
  if (!value) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.min(86_400, Math.max(0, Math.ceil(seconds))) : undefined
}

/** The body as JSON; null when it isn't JSON. */
export function jsonOf(answer: Answer): unknown {
  try {
    return JSON.parse(answer.text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
