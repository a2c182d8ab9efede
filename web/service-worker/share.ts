import { keepSharedFiles, sharedField, sharedParameter } from '../lib/shared-files.ts'

/** Receives what a phone's gallery sends with 'Share' and opens the upload page with it selected. */
export async function receiveShare(request: Request): Promise<Response> {
  const leadTo = (outcome: string) =>
    Response.redirect(new URL(`/upload?${sharedParameter}=${outcome}`, request.url).href, 303)
  try {
    const parts = (await request.formData()).getAll(sharedField)
    // A form without a file sends one without a name.
    const files = parts.filter(part => part instanceof File && part.name !== '') as File[]
    if (files.length === 0) return leadTo('failed')
    await keepSharedFiles(files)
    return leadTo('ready')
  } catch (error) {
    console.error('What was shared could not be kept', error)
    return leadTo('failed')
  }
}
