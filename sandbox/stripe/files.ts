import { missing, StripeRefusal } from './errors.ts'
import { type Form, formOf, textOf } from './form.ts'
import type { StripeState } from './state.ts'
import type { File } from './types.ts'

/** What a purpose takes (https://docs.stripe.com/file-upload). */
const purposes: Record<string, { types: readonly File['type'][]; most: number }> = {
  dispute_evidence: { types: ['pdf', 'jpg', 'png'], most: 5 * 1024 * 1024 },
}

/** The first bytes of a type, as Latin-1. */
const beginnings: [File['type'], string][] = [
  ['pdf', '%PDF-'],
  ['png', '\u0089PNG\r\n\u001a\n'],
  ['jpg', '\u00ff\u00d8\u00ff'],
]

/**
 * Reads a multipart body (RFC 2388) into a form; a file is `{ name, data }`.
 * @param body its bytes as Latin-1
 * @throws StripeRefusal without a boundary
 */
export function parseMultipart(body: string, contentType: string): Form {
  const boundary = /boundary=(?:"([^"]+)"|([^;]+))/.exec(contentType)
  if (!boundary) throw new StripeRefusal(400, 'invalid_request_error', 'The body is not multipart/form-data.')
  const form: Form = {}
  for (const part of body.split(`--${boundary[1] ?? boundary[2]}`).slice(1, -1)) {
    const at = part.indexOf('\r\n\r\n')
    const head = part.slice(0, at)
    const data = part.slice(at + 4, -2)
    const name = /\bname="([^"]*)"/.exec(head)?.[1] ?? ''
    const filename = /\bfilename="([^"]*)"/.exec(head)?.[1]
    form[name] = filename === undefined ? data : { name: filename, data }
  }
  return form
}

/** Stores what an upload is, without its content. @throws StripeRefusal for a type or size that Stripe refuses */
export function uploadFile(state: StripeState, form: Form): File {
  const purpose = textOf(form.purpose)
  if (purpose === undefined) throw missing('purpose')
  const { name: filename, data } = formOf(form.file)
  const bytes = textOf(data)
  if (bytes === undefined) throw missing('file')
  const rules = purposes[purpose]
  if (!rules)
    throw new StripeRefusal(400, 'invalid_request_error', `Invalid purpose: ${purpose}`, { param: 'purpose' })
  const type = beginnings.find(([, beginning]) => bytes.startsWith(beginning))?.[0]
  if (!type || !rules.types.includes(type))
    throw new StripeRefusal(
      400,
      'invalid_request_error',
      `The file type uploaded does not match the file types accepted for the specified 'purpose'.`,
      { param: 'file' },
    )
  if (bytes.length > rules.most)
    throw new StripeRefusal(400, 'invalid_request_error', 'The file is larger than 5 MB.', { param: 'file' })
  const { id, created } = state.base('file')
  return state.put('file', {
    id,
    object: 'file',
    created,
    expires_at: null,
    filename: textOf(filename) ?? id,
    purpose,
    size: bytes.length,
    title: null,
    type,
    url: `https://files.stripe.com/v1/files/${id}/contents`,
  })
}
