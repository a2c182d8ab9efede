import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import type { ErrorBody } from '#contract/errors.ts'
import { api } from '#contract/paths.ts'
import type { Video } from '#contract/videos.ts'
import type { ApiClient } from '../../../scripts/lib/api-client.ts'
import type { TestServer } from '../../harness/server.ts'

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Opens an upload without announcing its size. */
export const openUpload = (client: ApiClient): Promise<{ video: Video; uploadUrl: string }> =>
  client.post(api.uploadUrl, { fileName: 'ride.mp4' })

export interface RawUpload {
  /** Resolves once the bytes are passed to the connection. */
  write(bytes: Uint8Array | string): Promise<void>
  /** Resolves once the server has read the headers, if they contain Expect. */
  accepted: Promise<unknown>
  /** Ends the body. */
  end(): void
  /** Breaks the connection. */
  cut(): void
  answer: Promise<{ status: number; body: ErrorBody | { ok: true } | null } | 'closed'>
}

/** A request whose body is sent manually, so that it can stall at any point. */
export function rawRequest(
  address: string,
  method: string,
  headers: Record<string, string | number>,
): RawUpload {
  const request = http.request(address, { method, headers, agent: false })
  const answer = new Promise<Awaited<RawUpload['answer']>>(resolve => {
    request.on('response', async response => {
      const body = await json(response).catch(() => null)
      resolve({ status: response.statusCode ?? 0, body: body as ErrorBody | null })
    })
    request.on('error', () => resolve('closed'))
    request.on('close', () => resolve('closed'))
  })
  const accepted = new Promise(resolve => request.once('continue', resolve))
  request.flushHeaders()
  return {
    accepted,
    async write(bytes) {
      // An answer before the end of the body: the server accepts no more of it.
      if (!request.write(bytes)) await Promise.race([once(request, 'drain'), answer])
    },
    end: () => request.end(),
    cut: () => request.destroy(),
    answer,
  }
}

/** Sends the contract's upload form manually. Its headers are sent at once. */
export async function rawForm(
  server: Pick<TestServer, 'url'>,
  uploadUrl: string,
  fileBytes: number,
): Promise<RawUpload & { tail: string }> {
  const boundary = randomUUID()
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="ride.mp4"\r\ncontent-type: video/mp4\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  const upload = rawRequest(server.url + uploadUrl, 'POST', {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': head.length + fileBytes + tail.length,
  })
  await upload.write(head)
  return { ...upload, tail }
}

export const tusHeaders = (more: Record<string, string> = {}) => ({ 'tus-resumable': '1.0.0', ...more })
export const patchHeaders = (offset: number, length: number) => ({
  ...tusHeaders({ 'upload-offset': String(offset) }),
  'content-type': 'application/offset+octet-stream',
  'content-length': length,
})
export const createTus = (client: ApiClient, uploadUrl: string, length: number): Promise<Response> =>
  client.call(uploadUrl, { method: 'POST', headers: tusHeaders({ 'upload-length': String(length) }) })
export const tusOffset = async (client: ApiClient, uploadUrl: string): Promise<number> =>
  Number(
    (await client.call(uploadUrl, { method: 'HEAD', headers: tusHeaders() })).headers.get('upload-offset'),
  )

export function postForm(client: ApiClient, uploadUrl: string, bytes: Uint8Array): Promise<Response> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'video/mp4' }), 'ride.mp4')
  return client.call(uploadUrl, { method: 'POST', body: form })
}

/** Bytes in the folder of incoming uploads. */
export async function bytesOnTheWay(server: TestServer): Promise<number> {
  const files = await readdir(path.join(server.dataDir, 'incoming'), { recursive: true, withFileTypes: true })
  const sizes = files
    .filter(f => f.isFile() && !f.name.endsWith('.json'))
    .map(async f => (await stat(path.join(f.parentPath, f.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
