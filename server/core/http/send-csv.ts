import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

const chunkLength = 65_536

/** Lines combined into chunks: a million small ones would each be a separate write. */
async function* inChunks(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Buffer> {
  let chunk = ''
  for await (const line of lines) {
    chunk += line
    if (chunk.length < chunkLength) continue
    yield Buffer.from(chunk)
    chunk = ''
  }
  if (chunk) yield Buffer.from(chunk)
}

/** Sends lines as a CSV file (RFC 4180) to be saved under a name. @param lines each with its end */
export const sendCsv = (
  reply: FastifyReply,
  fileName: string,
  lines: AsyncIterable<string> | Iterable<string>,
): FastifyReply =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`)
    // One chunk is sent while the next is made; more would only wait in memory.
    .send(Readable.from(inChunks(lines), { highWaterMark: 1 }))
