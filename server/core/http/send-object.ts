import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ObjectStore } from '#server/core/objects/store.ts'
import type { MediaOffload } from '#server/core/settings/operator-settings.ts'
import { notFound } from './errors.ts'

/**
 * The single byte range of a request (RFC 9110, 14.1.2); null for the whole object, 'none' if out of range.
 */
export function byteRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | null | 'none' {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(size - 1, Number(to))
  return start > end || start >= size ? 'none' : { start, end }
}

/** Whether a cache's copy is still the right one: it names this entity tag in If-None-Match (RFC 9110, 13.1.2). */
export const hasCopy = ({ headers }: Pick<FastifyRequest, 'headers'>, tag: string): boolean =>
  (headers['if-none-match'] ?? '')
    .split(',')
    .map(one => one.trim())
    .some(one => one === '*' || one.replace(/^W\//, '') === tag)

declare module 'fastify' {
  interface FastifyInstance {
    /** how a proxy in front sends stored files; undefined: there is none that does */
    mediaOffload?: MediaOffload | undefined
  }
}

/** Where the proxy has the folder of the objects, out of reach for its clients. */
const proxyFolder = '/objects/'

/**
 * Sends a stored object, whole or in the requested range, so that players can seek. A range of what the client has
 * from before (If-Range: RFC 9110, 13.1.5) is one of the same bytes only if it names the answer's entity tag.
 */
export async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  objects: ObjectStore,
  key: string,
  contentType: string,
): Promise<FastifyReply> {
  const { mediaOffload } = request.server
  if (mediaOffload) {
    if (!(await objects.head(key))) throw notFound('file')
    // Ranges, and what clients have from before, are the proxy's business.
    reply.type(contentType)
    return mediaOffload === 'accel'
      ? reply.header('x-accel-redirect', proxyFolder + key).send()
      : reply.header('x-sendfile', await objects.localPath(key, '')).send()
  }
  const object = await objects.open(key)
  if (!object) throw notFound('file')
  reply.header('accept-ranges', 'bytes').type(contentType)
  const before = request.headers['if-range']
  const isSame = before === undefined || before === reply.getHeader('etag')
  const range = byteRange(isSame ? request.headers.range : undefined, object.size)
  if (range === 'none') {
    await object.close()
    return reply.status(416).header('content-range', `bytes */${object.size}`).send()
  }
  const { start, end } = range ?? { start: 0, end: object.size - 1 }
  if (range) reply.status(206).header('content-range', `bytes ${start}-${end}/${object.size}`)
  reply.header('content-length', end - start + 1)
  if (request.method === 'HEAD') {
    await object.close()
    // With nothing to send, Fastify would say that the object is empty.
    return reply.send(Readable.from([]))
  }
  const body = await object.body(range ?? undefined)
  // It was replaced or deleted since it was opened: the answer is what is there now.
  return body ? reply.send(body) : sendObject(request, reply, objects, key, contentType)
}
