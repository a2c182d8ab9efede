import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { bulkFiles } from '#server/core/objects/bulk-files.ts'
import { arriving } from './body.ts'
import type { AppError } from './errors.ts'

function limited(limit: number, tooLarge: AppError): Transform {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      done(seen <= limit ? null : tooLarge, chunk)
    },
  })
}

/**
 * Writes a body to a file as it arrives, and deletes that file when the work is done.
 * @param limit bytes; a larger body fails with `tooLarge`
 * @throws BodyError when the body breaks off or stalls
 */
export async function withBodyFile<T>(
  body: Readable,
  { idleMs, limit, tooLarge }: { idleMs: number; limit: number; tooLarge: AppError },
  work: (file: string) => Promise<T>,
): Promise<T> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'trailcut-body-'))
  try {
    const file = path.join(scratch, 'body')
    await pipeline(
      arriving(body, idleMs),
      limited(limit, tooLarge),
      createWriteStream(file, { fs: bulkFiles }),
    )
    return await work(file)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
