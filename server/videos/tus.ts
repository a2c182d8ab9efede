import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import { AppError } from '#server/platform/http/errors.ts'
import { completeUpload, refuseUpload, type UploadDeps } from './complete-upload.ts'
import { guard, type Incoming } from './incoming.ts'
import { sentences, uploadExpiryMs } from './rules.ts'

export const tusVersion = '1.0.0'

/** The form of an error that @tus/server answers with. */
const tusError = (error: AppError) => ({
  status_code: error.status,
  body: `${JSON.stringify({ code: error.code, message: error.message, field: error.field })}\n`,
})

/** Keeps what has arrived when the line breaks, and looks at the bytes while they arrive. */
class GuardedStore extends FileStore {
  readonly #incoming: Incoming
  readonly #refuse: (videoId: string) => Promise<void>

  constructor(incoming: Incoming, refuse: (videoId: string) => Promise<void>) {
    super({ directory: incoming.folder, expirationPeriodInMilliseconds: uploadExpiryMs })
    this.#incoming = incoming
    this.#refuse = refuse
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(this.#incoming.file(id), { flags: 'r+', start: offset })
    try {
      await pipeline(readable, guard(offset, this.#incoming.maxBytes), file)
    } catch (error) {
      if (error instanceof AppError) await this.#refuse(id)
      throw error
    }
    return offset + file.bytesWritten
  }
}

const tokenOf = (url: string) => new URL(url, 'http://localhost').pathname.split('/').at(-1) ?? ''
const videoIdOf = (url: string) => tokenOf(url).split('.')[0] ?? ''

/**
 * tus 1.0.0 on the upload address itself: creation answers that very address, so HEAD and PATCH go there too.
 * The route has checked the address's signature before anything gets here.
 */
export function tusServer(deps: UploadDeps): Server {
  const { incoming } = deps
  const megabytes = Math.floor(incoming.maxBytes / 1024 / 1024)
  return new Server({
    path: '/api/uploads',
    datastore: new GuardedStore(incoming, videoId => refuseUpload(deps, videoId)),
    maxSize: incoming.maxBytes,
    namingFunction: request => videoIdOf(request.url),
    getFileIdFromRequest: request => videoIdOf(request.url),
    generateUrl: request => `/api/uploads/${tokenOf(request.url)}`,
    async onUploadCreate(_request, upload) {
      if (upload.size === 0) {
        await refuseUpload(deps, upload.id)
        throw new AppError('bad_request', sentences.empty, { field: 'file' })
      }
      return {}
    },
    async onUploadFinish(_request, upload) {
      try {
        await completeUpload(deps, upload.id)
      } catch (error) {
        if (error instanceof AppError) throw error
        deps.log.error({ err: error, videoId: upload.id }, 'an upload could not be completed')
        throw new AppError('unavailable', 'The upload could not be stored. Please try again.')
      }
      return {}
    },
    onResponseError(_request, error) {
      if (error instanceof AppError) return tusError(error)
      // The library's own refusal has a sentence for developers; people get ours.
      if ('status_code' in error && error.status_code === 413)
        return tusError(new AppError('too_large', sentences.tooLarge(megabytes), { field: 'file' }))
      return undefined
    },
  })
}
