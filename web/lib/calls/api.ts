import { storageKeys } from '#contract/constants.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { Method } from '#contract/paths.ts'
import { local } from '../browser-storage.ts'
import { userOfPage } from '../session/storage.ts'

/** A non-OK answer. `message` is `STATUS: body`, as the contract says; `sentence` is what people read. */
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

/** What a failure's body says: plain text is taken as its message, a proxy's HTML page is not. */
function parseBody(text: string): Partial<ErrorBody> | null {
  try {
    const body: unknown = JSON.parse(text)
    return body && typeof body === 'object' ? body : null
  } catch {
    const message = text.trim()
    return message && message.length <= longestPlainText && !message.startsWith('<') ? { message } : null
  }
}

/** What the server said to people, else the caller's own words. */
export const sentenceOf = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError && error.sentence) || otherwise

/** The contract's test for a lost session. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof Error && /^401: .*unauthorized/is.test(error.message)

/**
 * A call is made in the name of the person whose page this is: the server refuses it when another tab has signed
 * somebody else in meanwhile.
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

/** One call with cookies and tokens. Gives the raw answer, whatever its status; rejects only if no answer came. */
export function send(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  more?: Record<string, string>,
): Promise<Response> {
  const hasBody = body !== undefined
  return fetch(path, {
    method,
    credentials: 'include',
    headers: { ...headers(hasBody ? 'application/json' : null), ...more },
    body: hasBody ? JSON.stringify(body) : null,
    signal: signal ?? null,
  })
}

/** The question who is signed in: in the name that is stored, whosever page this is. Gives the raw answer, as send. */
export const ask = (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response> =>
  fetch(path, {
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

/** Sends raw bytes by POST, with cookies and tokens. Gives the raw answer, as send. */
export const sendRaw = (path: string, body: Blob): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    credentials: 'include',
    headers: headers('application/octet-stream'),
    body,
  })
