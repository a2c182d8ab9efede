import { maxDurationSeconds, uploadRetries, uploadRetryDelayMs } from '#contract/constants.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/upload.ts'
import { deleteVideo, patchVideo } from '../../../entities/video/change-video.ts'
import { requestUploadUrl } from '../../../entities/video/request-upload-url.ts'
import { ApiError, isUnauthorized, sentenceOf } from '../../../lib/calls/api.ts'
import { queryClient } from '../../../lib/calls/query-client.ts'
import { forgetDraft } from '../../../lib/draft.ts'
import { storedUser } from '../../../lib/session/storage.ts'
import { handleUnauthorized } from '../../../lib/session/unauthorized.ts'
import { createStore, useStore } from '../../../lib/store.ts'
import { type ToastContent, toast, toastError } from '../../../lib/toast.ts'
import { currentUpload } from './current-upload.ts'
import { type Cause, type Failure, failureOf, plainFailure } from './failure.ts'
import { places } from './file-store.ts'
import { fingerprintOf } from './fingerprint.ts'
import { keepAwake } from './keep-awake.ts'
import { dropFile, dropFilesOf, keepFile, keptFile } from './kept-files.ts'
import { forgetUpload, forgetUploadsOf, keepUpload, keptUploads } from './kept-uploads.ts'
import { rememberSpeed } from './line-speed.ts'
import { claim, claimWhenFree, isOurs, release } from './tab-lock.ts'
import { startTransfer, type Transfer } from './transfer.ts'
import { uploadQueue } from './upload-queue.ts'
import {
  isReady,
  type QueuedUpload,
  type SendableUpload,
  type UploadJob,
  type UploadState,
  uploadDraft,
} from './upload-state.ts'
import { pause, watchProcessing } from './watch-processing.ts'

const refreshVideos = () => queryClient().invalidateQueries({ queryKey: [api.myVideos] })

/** Beyond the contract's retries, the pause doubles up to this. */
const longestPauseMs = 60_000

/** Pause in milliseconds after this many requests without an answer. */
const pauseAfter = (attempts: number): number =>
  attempts <= uploadRetries
    ? uploadRetryDelayMs * attempts
    : Math.min(uploadRetryDelayMs * 2 ** attempts, longestPauseMs)

/** A lost connection or a failing server says nothing about the file. */
const isRefusal = (error: unknown): boolean => error instanceof ApiError && error.status < 500

/**
 * This tab's upload. It lives outside the pages, so that riders can navigate while it runs.
 */
class Uploader {
  #transfer: Transfer | null = null
  #watching: AbortController | null = null
  #tookUp = false
  #asking: AbortController | null = null
  /** The pause before the upload URL is requested again. */
  #waiting: AbortController | null = null
  /** Ids of files that this browser has no room for: after a reload, the rider chooses them again. */
  readonly notKept = createStore<readonly string[]>([])
  /** What was sent since the last idle state, without the running upload. */
  #sent: UploadJob[] = []

  #set(state: UploadState): void {
    if (state.phase === 'idle') this.#sent = []
    keepAwake(state.phase === 'uploading' && !state.paused)
    window.onbeforeunload = state.phase === 'uploading' ? event => event.preventDefault() : null
    currentUpload.set(state)
  }

  /**
   * Shows a failure. A refused file doesn't hold up those after it: it stays listed with the reason, and the next one
   * follows.
   */
  #fail(
    upload: SendableUpload,
    failure: Failure,
    shown: ToastContent = { ...texts.toasts.failed, description: failure.message },
  ): void {
    toastError(shown)
    void refreshVideos()
    this.#set({ phase: 'error', upload, failure })
    if (failure.resumable || !isOurs(upload.id)) return
    keepUpload({ ...upload, refused: failure })
    if (uploadQueue.hasNext()) this.next()
  }

  /** Uploads new files, one after another. This browser keeps them until then, as far as it has room. */
  start(uploads: readonly SendableUpload[]): void {
    uploadQueue.add(uploads)
    this.next()
    for (const upload of uploads) {
      claim(upload.id)
      keepUpload(upload)
    }
    void this.#keepFiles(uploads)
  }

  /** In their order: the first one may be needed first. */
  async #keepFiles(uploads: readonly SendableUpload[]): Promise<void> {
    const userId = storedUser()
    if (!userId) return
    for (const { id, file } of uploads) {
      // It may be sent before its turn, or while it is being kept.
      if (!isOurs(id)) continue
      const kept = await keepFile(userId, id, file)
      if (!isOurs(id)) await dropFile(userId, id)
      else if (!kept) this.notKept.set([...this.notKept.get(), id])
    }
  }

  /**
   * Goes on with what earlier pages of this browser left: waiting files and a running one, but for those that another tab
   * has.
   */
  takeUp(): void {
    const userId = storedUser()
    if (this.#tookUp || !userId) return
    this.#tookUp = true
    void import('./made-files.ts')
      .then(made => made.dropUnused(userId))
      .catch((error: unknown) => console.warn('Unused files could not be removed', error))
    // Nothing of a person stays here after they sign out.
    window.addEventListener('pagehide', () => {
      if (storedUser() !== null) return
      forgetUploadsOf(userId)
      dropFilesOf(userId)
    })
    for (const { id } of keptUploads()) if (!isOurs(id)) claimWhenFree(id, () => void this.#adopt(userId, id))
  }

  async #adopt(userId: string, id: string): Promise<void> {
    const file = await keptFile(userId, id)
    // Another tab may have sent it before this one got it.
    const kept = keptUploads().find(upload => upload.id === id)
    if (!kept) return release(id)
    uploadQueue.add([{ ...kept, file: file ?? kept.file }])
    this.#nextIfFree()
  }

  /** Sent, or not wanted any more. */
  #forget({ id }: QueuedUpload): void {
    forgetUpload(id)
    release(id)
    const userId = storedUser()
    if (userId) void dropFile(userId, id)
  }

  async #run(upload: SendableUpload): Promise<void> {
    const { file, fields, begun } = upload
    if (begun) return this.#send({ ...upload, begun }, true)
    this.#set({ phase: 'preparing', fields, fileName: file.name })
    const asking = new AbortController()
    this.#asking = asking
    let job: UploadJob
    try {
      const { video, uploadUrl } = await this.#requestUrl(upload, asking.signal)
      if (asking.signal.aborted) return await this.#discard(video.id)
      job = {
        ...upload,
        fields: { ...fields, title: video.title },
        begun: { videoId: video.id, uploadUrl },
      }
    } catch (error) {
      if (asking.signal.aborted) return
      const failure = plainFailure(texts.errors.noUrl, sentenceOf(error, '') || null)
      if (!isUnauthorized(error)) return this.#fail(upload, failure, texts.toasts.noUrl)
      this.#set({ phase: 'error', upload, failure })
      return handleUnauthorized()
    } finally {
      if (this.#asking === asking) this.#asking = null
    }
    keepUpload(job)
    forgetDraft(uploadDraft)
    void refreshVideos()
    await this.#send(job, false)
  }

  /**
   * The signed URL for a file's bytes, and its new video. Without an answer it asks again: as often as the contract says,
   * then visibly, until there is one, sooner when the device is back online or the rider presses "Try again".
   * @throws ApiError the server's refusal  @throws TypeError when aborted while the connection was lost
   */
  async #requestUrl(upload: SendableUpload, signal: AbortSignal) {
    const { file, fields } = upload
    const fingerprint = await fingerprintOf(file).catch(() => null)
    for (let attempts = 1; ; attempts++)
      try {
        return await requestUploadUrl({
          fileName: file.name,
          fileSize: file.size,
          maxDurationSeconds,
          ...(fingerprint ? { fingerprint } : {}),
          ...fields,
        })
      } catch (error) {
        if (signal.aborted || isRefusal(error)) throw error
        if (attempts === uploadRetries + 1) {
          const failure = plainFailure(texts.errors.noUrl, sentenceOf(error, texts.advice.unanswered))
          toastError(texts.toasts.noUrl)
          this.#set({ phase: 'error', upload, failure })
        }
        const idle = new AbortController()
        this.#waiting = idle
        window.addEventListener('online', () => idle.abort(), { signal: idle.signal })
        await pause(pauseAfter(attempts), AbortSignal.any([signal, idle.signal]))
        idle.abort()
        this.#waiting = null
        if (signal.aborted) throw error
      }
  }

  async #send(job: UploadJob, begun: boolean): Promise<void> {
    const total = job.file.size
    const begunAt = performance.now()
    this.#set({
      phase: 'uploading',
      job,
      paused: false,
      sent: 0,
      total,
      bytesPerSecond: null,
      stalled: false,
    })
    const onFailed = (cause: Cause) => this.#transferFailed(job, cause, begun)
    try {
      this.#transfer = await startTransfer(job.file, job.begun.uploadUrl, {
        onProgress: progress => {
          const state = currentUpload.get()
          if (state.phase === 'uploading') this.#set({ ...state, ...progress })
        },
        onDone: () => {
          if (!begun) rememberSpeed(total, performance.now() - begunAt)
          void this.#process(job)
        },
        onFailed,
      })
    } catch {
      // Its code couldn't be fetched: the connection broke after the page had loaded.
      onFailed({ kind: 'network', online: navigator.onLine, otherOrigin: false, nothingSent: true })
    }
  }

  #transferFailed(job: UploadJob, cause: Cause, resumed: boolean): void {
    // Expired, or discarded elsewhere: only a new upload helps.
    if (resumed && cause.kind === 'status' && [404, 410].includes(cause.status)) {
      this.#fail({ ...job, begun: null }, plainFailure(texts.unfinished.expired, null))
      return
    }
    const failure = failureOf(cause, job.file.size)
    this.#fail(job, failure)
    if (!failure.whenOnline) return
    const goOn = () => {
      const state = currentUpload.get()
      if (state.phase !== 'error' || state.upload !== job) return
      toast(texts.backOnline)
      this.retry()
    }
    window.addEventListener('online', goOn, { once: true })
  }

  async #process(job: UploadJob): Promise<void> {
    this.#transfer = null
    this.#forget(job)
    this.#set({ phase: 'processing', job, progress: 0 })
    // The server knows from the last byte already; the contract has the client say so too, and neither a failure nor
    // a slow answer may keep the rider from the video.
    const said = patchVideo(job.begun.videoId, {
      status: 'processing',
      cfProcessingStatus: 'inprogress',
      fileSize: job.file.size,
    })
    void said.catch(() => undefined).then(refreshVideos)
    if (this.#nextIfFree()) return
    const watching = new AbortController()
    this.#watching = watching
    const end = await watchProcessing(job.begun.videoId, {
      signal: watching.signal,
      onProgress: progress => this.#set({ phase: 'processing', job, progress }),
    })
    if (!end) return
    if (end.kind === 'unauthorized') handleUnauthorized()
    else if (end.kind === 'failed') this.#fail(job, plainFailure(texts.errors.processing, end.sentence))
    else {
      this.#set({ phase: 'complete', job, streamId: end.streamId, earlier: this.#sent })
      if (window.location.pathname !== '/upload') toast({ ...texts.ready, description: job.fields.title })
      void refreshVideos()
    }
  }

  /** Pauses or resumes an upload. */
  togglePause(): void {
    const state = currentUpload.get()
    if (state.phase !== 'uploading' || !this.#transfer) return
    this.#set({ ...state, paused: !state.paused })
    if (state.paused) this.#transfer.proceed()
    else this.#transfer.halt()
  }

  /** Continues after a failure: with what was sent before, or from the start if nothing was. */
  retry(): void {
    const state = currentUpload.get()
    if (state.phase !== 'error') return
    if (this.#asking) this.#waiting?.abort()
    else void this.#run(state.upload)
  }

  /** Starts the next waiting file, if there is one. A failed one stays listed, and the dashboard shows a finished one. */
  next(): boolean {
    const next = uploadQueue.take()
    if (!next) return false
    this.#listFailed()
    this.#stop()
    void this.#run(next)
    return true
  }

  /** Starts the next waiting file unless one is being sent or has failed. The dashboard shows one that is processed. */
  #nextIfFree(): boolean {
    const state = currentUpload.get()
    if (!['idle', 'processing', 'complete'].includes(state.phase) || !uploadQueue.hasNext()) return false
    if (state.phase === 'processing') this.#sent.push(state.job)
    return this.next()
  }

  /** Lists the failed file with its reason, unless it arrived and only its processing failed. */
  #listFailed(): void {
    const state = currentUpload.get()
    if (state.phase !== 'error' || !isOurs(state.upload.id)) return
    const failed = { ...state.upload, refused: state.failure }
    uploadQueue.add([failed])
    keepUpload(failed)
  }

  /** Tries a listed file again: now, or after those that are on their way. @param file its file, chosen again */
  tryAgain(upload: QueuedUpload, file = upload.file): void {
    uploadQueue.remove(upload)
    const again = { ...upload, file, refused: null }
    uploadQueue.add([again])
    keepUpload(again)
    if (isReady(again) && file !== upload.file) void this.#keepFiles([again])
    this.#nextIfFree()
  }

  /** Cancels an upload here and on the server; the next file in the queue follows, or the form with this one. */
  async cancel(): Promise<void> {
    const state = currentUpload.get()
    if (state.phase !== 'uploading') return
    this.#stop()
    // A file that was made here goes with its upload.
    if (!this.next()) this.#set({ phase: 'idle', canceled: places.has(state.job.file) ? null : state.job })
    this.#forget(state.job)
    await this.#discard(state.job.begun.videoId)
  }

  /** Takes a listed file off the list, and what was sent of it off the server. */
  async remove(upload: QueuedUpload): Promise<void> {
    uploadQueue.remove(upload)
    this.#forget(upload)
    if (upload.begun) await this.#discard(upload.begun.videoId)
  }

  /** Deletes what an unfinished upload left on the server. */
  async #discard(videoId: string): Promise<void> {
    try {
      await deleteVideo(videoId)
      toast(texts.cancelled)
    } catch (error) {
      toastError({ ...texts.toasts.failed, description: sentenceOf(error, texts.errors.notDiscarded) })
    }
    await refreshVideos()
  }

  /** How many files of this batch arrived before the running one. */
  get sentBefore(): number {
    return this.#sent.length
  }

  /** Ready for another file; a failed one stays listed. */
  reset(): void {
    this.#listFailed()
    this.#stop()
    this.#set({ phase: 'idle' })
    this.next()
  }

  #stop(): void {
    this.#transfer?.stop()
    this.#transfer = null
    this.#watching?.abort()
    this.#watching = null
    this.#asking?.abort()
    this.#asking = null
  }
}

export const uploader = new Uploader()
export const useNotKept = (): readonly string[] => useStore(uploader.notKept)
