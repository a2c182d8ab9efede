import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** An answer of a platform with its body as text. */
export interface Answer {
  status: number
  headers: Record<string, string>
  text: string
}

/** The connection ended without an answer: what was asked may have been done or not. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
}

const longestAnswer = 4 * 1024 * 1024

/** A call with a short body. @throws NoAnswerError when there is no whole answer in time */
export async function call(
  url: string,
  given: {
    method: string
    headers?: Record<string, string>
    body?: string | Buffer<ArrayBuffer>
    timeoutMs?: number
    signal?: AbortSignal
  },
): Promise<Answer> {
  const timeout = AbortSignal.timeout(given.timeoutMs ?? 30_000)
  try {
    const response = await fetch(url, {
      method: given.method,
      ...(given.headers ? { headers: given.headers } : {}),
      ...(given.body === undefined ? {} : { body: given.body }),
      redirect: 'manual',
      signal: given.signal ? AbortSignal.any([timeout, given.signal]) : timeout,
    })
    const text = await response.text()
    return { status: response.status, headers: Object.fromEntries(response.headers), text }
  } catch (error) {
    given.signal?.throwIfAborted()
    throw new NoAnswerError('No answer', { cause: error })
  }
}

/**
 * Sends a stream of known length; fetch would send it without Content-Length. An answer that comes early ends the
 * sending. @throws NoAnswerError when the connection ended without one, or went quiet for `quietMs`
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
): Promise<Answer> {
  const client = url.startsWith('https:') ? https : http
  const request = client.request(url, {
    method: given.method,
    headers: { ...given.headers, 'content-length': String(given.length) },
    signal: given.signal,
    agent: false,
  })
  request.setTimeout(given.quietMs ?? 60_000, () => request.destroy(new Error('Nothing moved')))
  let sent = 0
  given.body.on('data', (chunk: Buffer) => {
    sent += chunk.length
    given.onBytes?.(sent)
  })
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', reject)
    request.once('close', () => reject(new Error('The connection was closed')))
  })
  // The platform may answer and close before everything is sent: what it said counts, not that writing broke.
  const sending = pipeline(given.body, request).catch(() => undefined)
  try {
    const response = await answered
    response.setEncoding('utf8')
    let text = ''
    response.on('data', (chunk: string) => {
      if (text.length < longestAnswer) text += chunk
    })
    await once(response, 'end')
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, String(value ?? '')]),
    )
    return { status: response.statusCode ?? 0, headers, text }
  } catch (error) {
    given.signal.throwIfAborted()
    throw new NoAnswerError('No answer', { cause: error })
  } finally {
    given.body.destroy()
    request.destroy()
    await sending
  }
}

/** Seconds that an answer asks to wait, undefined when it does not say. */
export function retryAfterOf(answer: Answer, now: Date): number | undefined {
  const value = answer.headers['retry-after']
  if (!value) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.min(86_400, Math.max(0, Math.ceil(seconds))) : undefined
}

/** The body as JSON, null when it is none. */
export function jsonOf(answer: Answer): unknown {
  try {
    return JSON.parse(answer.text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
