import type { IncomingMessage } from 'node:http'

const bodyLimit = 8 * 1024

/** A form that no page of ours sends. */
export class FormTooLargeError extends Error {
  override name = 'FormTooLargeError'
}

/** The fields of a posted form. @throws FormTooLargeError when the body is larger than any of our forms */
export async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  let body = ''
  for await (const chunk of request) {
    body += chunk
    if (body.length > bodyLimit) throw new FormTooLargeError('The form is too large')
  }
  return Object.fromEntries(new URLSearchParams(body))
}
