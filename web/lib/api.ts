import { storageKeys } from '#contract/constants.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { local } from './browser-storage.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

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

function parseBody(text: string): Partial<ErrorBody> | null {
  try {
    const body: unknown = JSON.parse(text)
    return body && typeof body === 'object' ? body : null
  } catch {
    return null // a proxy's page or plain text: there is no sentence in it for people
  }
}

/** What the server said to people, else the caller's own words. */
export const sentenceOf = (error: unknown, otherwise: string): string =>
  (error instanceof ApiError && error.sentence) || otherwise

/** The contract's test for a lost session. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof Error && /^401: .*unauthorized/is.test(error.message)

function headers(contentType: string | null): Record<string, string> {
  const firebaseToken = local.get(storageKeys.firebaseToken)
  const userToken = local.get(storageKeys.userToken)
  return {
    ...(firebaseToken ? { Authorization: `Bearer ${firebaseToken}` } : {}),
    ...(userToken ? { 'x-user-token': userToken } : {}),
    ...(contentType ? { 'Content-Type': contentType } : {}),
  }
}

/** One call with cookies and tokens. Gives the raw answer, whatever its status; rejects only if no answer came. */
export function send(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const hasBody = body !== undefined
  return fetch(path, {
    method,
    credentials: 'include',
    headers: headers(hasBody ? 'application/json' : null),
    body: hasBody ? JSON.stringify(body) : null,
    signal: signal ?? null,
  })
}

/** The answer's JSON. @throws ApiError for any non-OK status, TypeError when the network failed */
export async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (!response.ok) throw new ApiError(response.status, text, response.statusText)
  return (text ? JSON.parse(text) : undefined) as T
}

/** One call, its JSON answer. @throws ApiError, TypeError */
export const request = async <T>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> => readJson<T>(await send(method, path, body, signal))

/** Sends raw bytes by POST, with cookies and tokens. @throws ApiError, TypeError */
export const sendBytes = async <T>(path: string, body: Blob): Promise<T> =>
  readJson<T>(
    await fetch(path, {
      method: 'POST',
      credentials: 'include',
      headers: headers('application/octet-stream'),
      body,
    }),
  )
