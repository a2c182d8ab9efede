import { z } from 'zod'
import { sentences } from '#sentences/platforms.ts'
import { type Answer, call, jsonOf } from './http.ts'
import { PublishError, silent } from './publish-error.ts'

/** Asks a token endpoint, as RFC 6749, 4.1.3. */
export const postForm = (url: string, form: Record<string, string>): Promise<Answer> =>
  silent(
    call(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    }),
  )

/** The address of a platform's consent page with its query (RFC 6749, 4.1.1). */
export function consentUrl(page: string, query: Record<string, string>): string {
  const url = new URL(page)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

const refusal = z.object({ error: z.string(), error_description: z.string().default('') })

/** The meaning of a refused token request: RFC 6749, 5.2. */
export function tokenError(answer: Answer): PublishError {
  const body = refusal.safeParse(jsonOf(answer))
  const code = `${answer.status} ${body.success ? body.data.error : ''}`.trim()
  if (answer.status >= 500 || answer.status === 429)
    return new PublishError('retry_after', sentences.platformTrouble, { code })
  const words =
    body.success && body.data.error_description ? body.data.error_description : sentences.permissionOver
  return new PublishError('reconnect', words, { code })
}
