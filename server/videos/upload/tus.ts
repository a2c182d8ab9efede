import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DataStore, ERRORS, type Lock, type Locker, Server, Upload } from '@tus/server'
import type { Deps } from '#server/deps.ts'
import { isDiskFull } from '#server/platform/disk-full.ts'
import { arriving, BodyError } from '#server/platform/http/body.ts'
import { asAppError, errorBodyOf } from '#server/platform/http/error-handler.ts'
import { AppError, notFound } from '#server/platform/http/errors.ts'
import { acceptedLanguage } from '#server/platform/language.ts'
import { uploadExpiryMs } from '../rules.ts'
import { sentences } from '../sentences.ts'
import { unsafeFind } from '../store.ts'
import { completeIfWhole, refuseUpload, type UploadDeps } from './complete-upload.ts'
import { guard, type Incoming, roomFor } from './incoming.ts'
import type { Turns } from './turns.ts'
import { reserveBytes } from './upload-budget.ts'

export const tusVersion = '1.0.0'

/** An error in the format that @tus/server sends. */
const tusError = (error: AppError, { headers }: Request) => ({
  status_code: error.status,
  body: `${JSON.stringify(errorBodyOf(error, acceptedLanguage(headers.get('accept-language') ?? undefined)))}\n`,
})

/** Keeps what has arrived when the connection breaks, and checks the bytes as they arrive. */
class AttemptStore extends DataStore {
  override extensions = [
    'creation',
    'creation-with-upload',
    'creation-defer-length',
    'termination',
    'expiration',
  ]
  readonly #incoming: Incoming
  readonly #refuse: (videoId: string) => Promise<void>

  constructor(incoming: Incoming, refuse: (videoId: string) => Promise<void>) {
    super()
    this.#incoming = incoming
    this.#refuse = refuse
  }

  async #current(id: string) {
    const current = await this.#incoming.current(id)
    if (!current) throw ERRORS.FILE_NOT_FOUND
    return current
  }

  override async create(upload: Upload): Promise<Upload> {
    const createdAt = upload.creation_date ?? new Date().toISOString()
    const { metadata, size } = upload
    await this.#incoming.begin(upload.id, {
      length: size ?? null,
      createdAt,
      ...(metadata ? { metadata } : {}),
    })
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const { length, arrived, metadata, createdAt } = await this.#current(id)
    return new Upload({
      id,
      ...(length === null ? {} : { size: length }),
      offset: arrived,
      ...(metadata ? { metadata } : {}),
      creation_date: createdAt,
    })
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const current = await this.#current(id)
    const whole = current.length ?? this.#incoming.maxBytes
    const giveBack = await this.#incoming.room.take(roomFor(whole) - offset)
    const file = createWriteStream(current.file, { flags: 'r+', start: offset })
    try {
      const { idleMs, maxBytes } = this.#incoming
      await pipeline(arriving(readable, idleMs), guard(offset, maxBytes), file)
    } catch (error) {
      // A stalled request keeps its bytes, so that the next one can resume.
      if (error instanceof AppError && !(error instanceof BodyError)) await this.#refuse(id)
      throw error
    } finally {
      giveBack()
    }
    return offset + file.bytesWritten
  }

  override async declareUploadLength(id: string, length: number): Promise<void> {
    await this.#incoming.setLength(id, length)
  }

  override async remove(id: string): Promise<void> {
    await this.#current(id)
    await this.#incoming.forget(id)
  }

  override getExpiration(): number {
    return uploadExpiryMs
  }
}

/** Upload turns as the lock for @tus/server, so that tus and the form never write to one upload at once. */
class TurnLock implements Lock {
  readonly #turns: Turns
  readonly #id: string
  #end: (() => void) | null = null

  constructor(turns: Turns, id: string) {
    this.#turns = turns
    this.#id = id
  }

  async lock(_signal: AbortSignal, cancel: () => Promise<void> | void): Promise<void> {
    this.#end = await this.#turns.take(this.#id, () => void cancel())
  }

  async unlock(): Promise<void> {
    this.#end?.()
  }
}

const lockerOf = (turns: Turns): Locker => ({ newLock: id => new TurnLock(turns, id) })

/** How long a request has to save the bytes already here when another one takes over. */
const drainMs = 200

const tokenOf = (url: string) => new URL(url, 'http://localhost').pathname.split('/').at(-1) ?? ''
const videoIdOf = (url: string) => tokenOf(url).split('.')[0] ?? ''

/**
 * tus 1.0.0 on the upload address itself: creation returns that same address, so HEAD and PATCH use it too.
 * The route has already checked the address's signature.
 */
export function tusServer(deps: UploadDeps & Pick<Deps, 'publicUrl'>): Server {
  const { incoming } = deps
  const megabytes = Math.floor(incoming.maxBytes / 1024 / 1024)
  return new Server({
    path: '/api/uploads',
    datastore: new AttemptStore(incoming, videoId => refuseUpload(deps, videoId)),
    locker: lockerOf(incoming.turns),
    lockDrainTimeout: drainMs,
    maxSize: incoming.maxBytes,
    allowedOrigins: origin => origin === new URL(deps.publicUrl).origin,
    namingFunction: request => videoIdOf(request.url),
    getFileIdFromRequest: request => videoIdOf(request.url),
    generateUrl: request => `/api/uploads/${tokenOf(request.url)}`,
    async onUploadCreate(_request, upload) {
      if (upload.size === 0) {
        await refuseUpload(deps, upload.id)
        throw new AppError('bad_request', sentences.empty, { field: 'file' })
      }
      const bytes = upload.size ?? incoming.maxBytes
      const video = await unsafeFind(deps.db, upload.id)
      if (!video) throw notFound('upload')
      await reserveBytes(deps.db, deps.config.budgets, video, bytes)
      await incoming.room.check(roomFor(bytes))
      return {}
    },
    async onUploadFinish(_request, upload) {
      try {
        if (!(await completeIfWhole(deps, upload.id))) throw ERRORS.FILE_NOT_FOUND
      } catch (error) {
        if (error instanceof AppError || isDiskFull(error)) throw error
        deps.log.error({ err: error, videoId: upload.id }, 'an upload could not be completed')
        throw new AppError('unavailable', sentences.notStored)
      }
      return {}
    },
    onResponseError(request, error) {
      // The library's own refusals have a sentence for developers; people get ours where they can see it.
      if ('status_code' in error)
        return error.status_code === 413
          ? tusError(new AppError('too_large', sentences.tooLarge({ megabytes }), { field: 'file' }), request)
          : undefined
      const shown = isDiskFull(error)
        ? new AppError('no_space', sentences.diskFull, { cause: error })
        : asAppError(error)
      if (shown.status >= 500) deps.log.error({ err: error }, 'an upload request failed')
      return tusError(shown, request)
    },
  })
}
