import { storageKeys } from '#contract/constants.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { Method } from '#contract/paths.ts'
import { local } from '../browser-storage.ts'
import { userOfPage } from '../session/storage.ts'
import { visit } from '../visit.ts'

/** A non-OK answer. `message` is `STATUS: body`, as in the contract; `sentence` is for people. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: ErrorBody['code'] | null
  readonly sentence: string | null
  readonly field: string | null

  constructor(status: number, text: string, statusText: string) {
    super(`${status}: ${text || statusText}`)
    this.status = status
    const body = parseBody(text)
    this.code = body?.code ?? null
    this.sentence = body?.message ?? null
    this.field = body?.field ?? null
  }
}

/** Longer plain text is a stack or a log, not a sentence for people. */
const longestPlainText = 300

/** The message in a failure's body: plain text counts as one, a proxy's HTML page doesn't. */
function parseBody(text: string): Partial<ErrorBody> | null {
  try {
    const body: unknown = JSON.parse(text)
    return body && typeof body === 'object' ? body : null
  } catch {
    const message = text.trim()
    return message && message.length <= longestPlainText && !message.startsWith('<') ? { message } : null
  }
}

/** The server's sentence, else the caller's own text. */
export const sentenceOf = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError && error.sentence) || otherwise

/** The contract's test for a lost session. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof Error && /^401: .*unauthorized/is.test(error.message)

/**
 * A call names the person whose page this is: the server refuses it if another tab has signed in someone else
 * meanwhile.
 */
const nameOfPage = () => userOfPage() ?? local.get(storageKeys.userToken)

function headers(contentType: string | null, userToken = nameOfPage()): Record<string, string> {
  const firebaseToken = local.get(storageKeys.firebaseToken)
  return {
    ...(firebaseToken ? { Authorization: `Bearer ${firebaseToken}` } : {}),
    ...(userToken ? { 'x-user-token': userToken } : {}),
    ...(contentType ? { 'Content-Type': contentType } : {}),
  }
}

/** One call with cookies and tokens. Returns the raw answer, whatever its status; rejects only if there was none. */
export function send(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  more?: Record<string, string>,
): Promise<Response> {
  const hasBody = body !== undefined
  return visit().fetch(path, {
    method,
    credentials: 'include',
    headers: { ...headers(hasBody ? 'application/json' : null), ...more },
    body: hasBody ? JSON.stringify(body) : null,
    signal: signal ?? null,
  })
}

/** Asks who is signed in, with the stored name instead of the page's. Returns the raw answer, like send. */
export const ask = (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response> =>
  visit().fetch(path, {
    method,
    credentials: 'include',
    headers: headers(body === undefined ? null : 'application/json', local.get(storageKeys.userToken)),
    body: body === undefined ? null : JSON.stringify(body),
  })

/** The answer's JSON. @throws ApiError for any non-OK status, TypeError when the network failed */
export async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, text, response.statusText)
  return (text ? JSON.parse(text) : undefined) as T
}

/** Sends raw bytes by POST, with cookies and tokens. Returns the raw answer, like send. */
export const sendRaw = (path: string, body: Blob): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    credentials: 'include',
    headers: headers('application/octet-stream'),
    body,
  })
