import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DataStore, ERRORS, type Lock, type Locker, Server, Upload } from '@tus/server'
import { sentences } from '#sentences/videos.ts'
import { isDiskFull } from '#server/core/disk-full.ts'
import { arriving, BodyError } from '#server/core/http/body.ts'
import { asAppError, errorBodyOf } from '#server/core/http/error-handler.ts'
import { AppError, notFound } from '#server/core/http/errors.ts'
import { acceptedLanguage } from '#server/core/language.ts'
import type { Deps } from '#server/deps.ts'
import { uploadExpiryMs } from '../rules.ts'
import { unsafeFind } from '../store.ts'
import { completeIfWhole, refuseUpload, type UploadDeps } from './complete-upload.ts'
import type { Attempt, Incoming } from './incoming.ts'
import type { Turns } from './turns.ts'
import { reserveBytes } from './upload-budget.ts'

export const tusVersion = '1.0.0'

/** An error in the format that @tus/server sends. */
const tusError = (error: AppError, { headers }: Request) => ({
  status_code: error.status,
  body: `${JSON.stringify(errorBodyOf(error, acceptedLanguage(headers.get('accept-language') ?? undefined)))}\n`,
})

/** Reserves room in the account's budget and on the disk. @throws AppError when there is none, or no such upload */
async function reserve({ db, config, incoming }: UploadDeps, videoId: string, bytes: number): Promise<void> {
  const video = await unsafeFind(db, videoId)
  if (!video) throw notFound('upload')
  await reserveBytes(db, config.budgets, video, bytes)
  await incoming.room.check(incoming.roomFor(bytes))
}

/** Whether a second creation continues with what is here. @throws AppError conflict when it is about another file */
function isSame({ arrived, length }: Attempt, size: number | undefined): boolean {
  if (length === null || size === undefined || length === size) return true
  if (arrived > 0) throw new AppError('conflict', sentences.otherFile)
  return false
}

/**
 * Completes an upload if all its bytes are here.
 * @returns whether they were @throws AppError when that fails, and the client should try again or give up
 */
async function complete(deps: UploadDeps, id: string): Promise<boolean> {
  try {
    return await completeIfWhole(deps, id)
  } catch (error) {
    if (error instanceof AppError || isDiskFull(error)) throw error
    deps.log.error({ err: error, videoId: id }, 'an upload could not be completed')
    throw new AppError('unavailable', sentences.notStored)
  }
}

const discard = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/**
 * Keeps what has arrived when the connection breaks, and checks the bytes as they arrive. The signed address exists
 * from the rider's own call on, so that nothing has to be created before bytes are sent to it.
 */
class AttemptStore extends DataStore {
  override extensions = [
    'creation',
    'creation-with-upload',
    'creation-defer-length',
    'termination',
    'expiration',
  ]
  readonly #deps: UploadDeps
  readonly #incoming: Incoming

  constructor(deps: UploadDeps) {
    super()
    this.#deps = deps
    this.#incoming = deps.incoming
  }

  /** The attempt under way, or the first one, of as many bytes as were announced. */
  async #currentOrFirst(id: string): Promise<Attempt> {
    const current = await this.#incoming.current(id)
    if (current) return current
    const video = await unsafeFind(this.#deps.db, id)
    if (!video) throw ERRORS.FILE_NOT_FOUND
    if (video.uploaded_at) throw new AppError('conflict', sentences.alreadyUploaded)
    const length = video.reserved_bytes || null
    await reserve(this.#deps, id, length ?? this.#incoming.maxBytes)
    return this.#incoming.begin(id, { length, createdAt: video.created_at.toISOString() })
  }

  override async create(upload: Upload): Promise<Upload> {
    const createdAt = upload.creation_date ?? new Date().toISOString()
    const { id, metadata, size } = upload
    const current = await this.#incoming.current(id)
    if (current && isSame(current, size)) {
      if (current.length === null && size !== undefined) await this.#incoming.setLength(id, size)
      return upload
    }
    await this.#incoming.begin(id, { length: size ?? null, createdAt, ...(metadata ? { metadata } : {}) })
    return upload
  }

  /**
   * What is here of an upload. Called in its turn: the request before may have saved the last byte as it ended, or its
   * server died before it recorded that, and who hears that all bytes are here asks no more.
   */
  override async getUpload(id: string): Promise<Upload> {
    const found = await this.#incoming.current(id)
    const isWhole = found !== null && found.arrived === found.length
    if (isWhole) await complete(this.#deps, id)
    const current = isWhole ? await this.#incoming.current(id) : found
    const video = current ? null : await unsafeFind(this.#deps.db, id)
    if (video) {
      const size = video.uploaded_at ? video.file_size : video.reserved_bytes
      const offset = video.uploaded_at ? (size ?? 0) : 0
      return new Upload({
        id,
        ...(size ? { size } : {}),
        offset,
        creation_date: video.created_at.toISOString(),
      })
    }
    if (!current) throw ERRORS.FILE_NOT_FOUND
    const { length, arrived, metadata, createdAt } = current
    return new Upload({
      id,
      ...(length === null ? {} : { size: length }),
      offset: arrived,
      ...(metadata ? { metadata } : {}),
      creation_date: createdAt,
    })
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const current = await this.#currentOrFirst(id)
    if (current.arrived !== offset) {
      // A second creation brings the first bytes again; those that are here stay.
      await pipeline(arriving(readable, this.#incoming.idleMs), discard())
      return current.arrived
    }
    const whole = current.length ?? this.#incoming.maxBytes
    const giveBack = await this.#incoming.room.take(this.#incoming.roomFor(whole, offset))
    try {
      return await this.#incoming.append(id, current, arriving(readable, this.#incoming.idleMs))
    } catch (error) {
      // A stalled request keeps its bytes, so that the next one can resume.
      if (error instanceof AppError && !(error instanceof BodyError)) await refuseUpload(this.#deps, id)
      throw error
    } finally {
      giveBack()
    }
  }

  override async declareUploadLength(id: string, length: number): Promise<void> {
    await this.#currentOrFirst(id)
    await this.#incoming.setLength(id, length)
  }

  override async remove(id: string): Promise<void> {
    if (!(await this.#incoming.current(id))) throw ERRORS.FILE_NOT_FOUND
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
  #end: (() => Promise<void>) | null = null

  constructor(turns: Turns, id: string) {
    this.#turns = turns
    this.#id = id
  }

  async lock(signal: AbortSignal, cancel: () => Promise<void> | void): Promise<void> {
    this.#end = await this.#turns.take(this.#id, () => void cancel(), signal)
  }

  async unlock(): Promise<void> {
    await this.#end?.()
  }
}

const lockerOf = (turns: Turns): Locker => ({ newLock: id => new TurnLock(turns, id) })

/** How long a request has to save the bytes already here when another one takes over. */
const drainMs = 200

const tokenOf = (url: string) => new URL(url, 'http://localhost').pathname.split('/').at(-1) ?? ''
const videoIdOf = (url: string) => tokenOf(url).split('.')[0] ?? ''

/**
 * tus 1.0.0 on the upload address itself: creation is optional and returns that same address, which HEAD and PATCH use.
 * The route has already checked the address's signature.
 */
export function tusServer(deps: UploadDeps & Pick<Deps, 'publicUrl'>): Server {
  const { incoming, turns } = deps
  const megabytes = Math.floor(incoming.maxBytes / 1024 / 1024)
  return new Server({
    path: '/api/uploads',
    datastore: new AttemptStore(deps),
    locker: lockerOf(turns),
    lockDrainTimeout: drainMs,
    maxSize: incoming.maxBytes,
    allowedOrigins: origin => origin === new URL(deps.publicUrl).origin,
    namingFunction: request => videoIdOf(request.url),
    getFileIdFromRequest: request => videoIdOf(request.url),
    generateUrl: request => `/api/uploads/${tokenOf(request.url)}`,
    async onUploadCreate(_request, upload) {
      const current = await incoming.current(upload.id)
      if (current && isSame(current, upload.size)) return {}
      if (upload.size === 0) {
        await refuseUpload(deps, upload.id)
        throw new AppError('bad_request', sentences.empty, { field: 'file' })
      }
      await reserve(deps, upload.id, upload.size ?? incoming.maxBytes)
      return {}
    },
    async onUploadFinish(_request, upload) {
      if (await complete(deps, upload.id)) return {}
      const video = await unsafeFind(deps.db, upload.id)
      if (!video) throw ERRORS.FILE_NOT_FOUND
      // Another request restarted or completed it meanwhile. The client asks what is here, and continues from there.
      if (!video.uploaded_at) throw new AppError('conflict', sentences.overtaken)
      return {}
    },
    async onResponseError(request, error) {
      // The library's own refusals have a sentence for developers; people get ours where they can see it.
      if ('status_code' in error) {
        if (error.status_code !== 413) return
        const announced = (await incoming.current(videoIdOf(request.url)))?.length
        const sentence =
          error.body === ERRORS.ERR_SIZE_EXCEEDED.body && announced
            ? sentences.moreThanAnnounced({ bytes: announced })
            : sentences.tooLarge({ megabytes })
        return tusError(new AppError('too_large', sentence, { field: 'file' }), request)
      }
      const shown = isDiskFull(error)
        ? new AppError('no_space', sentences.diskFull, { cause: error })
        : asAppError(error)
      if (shown.status >= 500) deps.log.error({ err: error }, 'an upload request failed')
      return tusError(shown, request)
    },
  })
}
