import type { IncomingMessage } from 'node:http'
import { errors } from 'oidc-provider'

const bodyLimit = 8 * 1024

/** The fields of a posted form. @throws InvalidRequest when the body is larger than any of our forms */
export async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  let body = ''
  for await (const chunk of request) {
    body += chunk
    if (body.length > bodyLimit) throw new errors.InvalidRequest('the form is too large')
  }
  return Object.fromEntries(new URLSearchParams(body))
}
