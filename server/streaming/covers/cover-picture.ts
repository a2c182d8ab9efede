import { randomBytes } from 'node:crypto'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sentences } from '#sentences/streaming.ts'
import { AtMost } from '#server/core/at-most.ts'
import { MediaProcessError, runMedia } from '#server/core/media/process.ts'
import type { ObjectStore } from '#server/core/objects/store.ts'
import { SentenceError } from '#server/core/sentences.ts'
import { coverPictureCommand } from '../commands.ts'

/** Stored heights of an uploaded cover. */
const heights = [180, 360, 720, 1080] as const

/** An uploaded cover can't be used; `sentence` tells its rider why. */
export class UnusablePictureError extends SentenceError {
  override name = 'UnusablePictureError'
}

const kinds = [
  { demuxer: 'jpeg_pipe', decoder: 'mjpeg', starts: (b: Buffer) => b.readUIntBE(0, 3) === 0xffd8ff },
  {
    demuxer: 'png_pipe',
    decoder: 'png',
    starts: (b: Buffer) => b.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n',
  },
  {
    demuxer: 'webp_pipe',
    decoder: 'webp',
    starts: (b: Buffer) =>
      b.subarray(0, 4).toString('latin1') === 'RIFF' && b.subarray(8, 12).toString('latin1') === 'WEBP',
  },
] as const
type Kind = Pick<(typeof kinds)[number], 'demuxer' | 'decoder'>

async function kindOf(file: string): Promise<Kind> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(12), 0, 12, 0)
  const kind = bytesRead === 12 ? kinds.find(({ starts }) => starts(buffer)) : undefined
  if (!kind) throw new UnusablePictureError(sentences.notAPicture)
  return kind
}

const encode = async (file: string, kind: Kind, height: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  await runMedia(coverPictureCommand({ file, ...kind, height }), {
    timeoutMs: 30_000,
    niceness: 5,
    onStdout: stdout => stdout.on('data', (chunk: Buffer) => chunks.push(chunk)),
  })
  return Buffer.concat(chunks)
}

const places = new AtMost(2)
const folderOf = (streamId: string, picture: string) => `covers/${streamId}/${picture}/`

/** The key of a cover in the size used for a requested height. */
export const coverPictureKey = (streamId: string, picture: string, height: number): string =>
  `${folderOf(streamId, picture)}${heights.find(h => h >= height) ?? 1080}.jpg`

/**
 * Re-encodes an uploaded picture as JPEG in ffmpeg's jail and stores it: nothing of the file itself is stored
 * or served.
 * @returns the name of the stored picture
 * @throws UnusablePictureError when it isn't a JPEG, PNG or WebP, is damaged, or has too many pixels
 */
export function storeCoverPicture(objects: ObjectStore, streamId: string, file: string): Promise<string> {
  return places.run(async () => {
    const picture = randomBytes(8).toString('hex')
    const scratch = await mkdtemp(path.join(os.tmpdir(), 'trailcut-cover-'))
    try {
      const largest = await encode(file, await kindOf(file), heights[3])
      if (!largest.length) throw new MediaProcessError('ffmpeg gave no picture', '')
      const drawn = path.join(scratch, 'cover.jpg')
      await writeFile(drawn, largest)
      for (const height of heights) {
        const jpeg =
          height === heights[3]
            ? largest
            : await encode(drawn, { demuxer: 'jpeg_pipe', decoder: 'mjpeg' }, height)
        await objects.put(coverPictureKey(streamId, picture, height), jpeg, 'image/jpeg')
      }
      return picture
    } catch (cause) {
      await forgetCoverPicture(objects, streamId, picture)
      if (!(cause instanceof MediaProcessError)) throw cause
      throw new UnusablePictureError(sentences.unreadablePicture, { cause })
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  })
}

/** Deletes the files of an uploaded cover that no video uses anymore. */
export const forgetCoverPicture = (objects: ObjectStore, streamId: string, picture: string): Promise<void> =>
  objects.deleteAll(folderOf(streamId, picture))
