import { maxDurationSeconds, storageKeys } from '#contract/constants.ts'
import { api } from '#contract/paths.ts'
import { texts } from '#texts/features/upload.ts'
import { deleteVideo, patchVideo } from '../../../entities/video/change-video.ts'
import { requestUploadUrl } from '../../../entities/video/request-upload-url.ts'
import { local } from '../../../lib/browser-storage.ts'
import { isUnauthorized, sentenceOf } from '../../../lib/calls/api.ts'
import { queryClient } from '../../../lib/calls/query-client.ts'
import { forgetDraft, keepDraft } from '../../../lib/draft.ts'
import { handleUnauthorized } from '../../../lib/session/unauthorized.ts'
import { createStore, useStore } from '../../../lib/store.ts'
import { toast, toastError } from '../../../lib/toast.ts'
import { type Cause, type Failure, failureOf } from './failure.ts'
import { fingerprintOf } from './fingerprint.ts'
import { rememberSpeed } from './line-speed.ts'
import { startTransfer, type Transfer } from './transfer.ts'
import { findUnfinished, forgetUnfinished, rememberUnfinished, type Unfinished } from './unfinished.ts'
import { uploadQueue } from './upload-queue.ts'
import {
  type QueuedUpload,
  type UploadFields,
  type UploadJob,
  type UploadState,
  uploadDraft,
} from './upload-state.ts'
import { watchProcessing } from './watch-processing.ts'

const refreshVideos = () => queryClient().invalidateQueries({ queryKey: [api.myVideos] })
const plain = (message: string, detail: string | null): Failure => ({
  message,
  detail,
  resumable: false,
  whenOnline: false,
})

/**
 * This tab's upload. It lives outside the pages, so that riders can navigate while it runs.
 */
class Uploader {
  readonly #state = createStore<UploadState>({ phase: 'idle' })
  #transfer: Transfer | null = null
  #watching: AbortController | null = null
  /** What was sent since the last idle state, without the running upload. */
  #sent: UploadJob[] = []

  readonly get = this.#state.get
  readonly subscribe = this.#state.subscribe
  readonly initial = this.#state.initial

  #set(state: UploadState): void {
    if (state.phase === 'idle') this.#sent = []
    keepAwake(state.phase === 'uploading' && !state.paused)
    window.onbeforeunload = state.phase === 'uploading' ? event => event.preventDefault() : null
    this.#state.set(state)
  }

  #fail(job: UploadJob, failure: Failure): void {
    this.#set({ phase: 'error', job, failure })
    toastError({ ...texts.toasts.failed, description: failure.message })
    void refreshVideos()
  }

  /** Starts an upload of a new file; those in `then` follow one after another. */
  async start(file: File, fields: UploadFields, then: readonly QueuedUpload[] = []): Promise<void> {
    uploadQueue.add(then)
    this.#set({ phase: 'preparing', fields, fileName: file.name })
    let job: UploadJob
    try {
      const fingerprint = await fingerprintOf(file).catch(() => null)
      const { video, uploadUrl } = await requestUploadUrl({
        fileName: file.name,
        fileSize: file.size,
        maxDurationSeconds,
        ...(fingerprint ? { fingerprint } : {}),
        ...fields,
      })
      job = { ...fields, title: video.title, file, videoId: video.id, uploadUrl }
      rememberUnfinished({
        userId: local.get(storageKeys.userToken) ?? '',
        file: { name: file.name, size: file.size, lastModified: file.lastModified },
        videoId: video.id,
        uploadUrl,
        title: video.title,
        description: fields.description,
        category: fields.category,
        begun: Date.now(),
      })
    } catch (error) {
      const failure = plain(texts.errors.noUrl, sentenceOf(error, '') || null)
      this.#set({ phase: 'error', job: null, unsent: { file, fields }, failure })
      if (!isUnauthorized(error)) return toastError(texts.toasts.noUrl)
      keepDraft(uploadDraft, fields)
      return handleUnauthorized()
    }
    forgetDraft(uploadDraft)
    void refreshVideos()
    await this.#send(job, false)
  }

  /** Resumes an upload that a reload or a crash interrupted, now that its file is here again. */
  resumeUnfinished(file: File, upload: Unfinished): Promise<void> {
    const { title, description, category, videoId, uploadUrl } = upload
    return this.#send({ title, description, category, videoId, uploadUrl, file }, true)
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
    const onFailed = (cause: Cause) => this.#transferFailed(job, cause)
    try {
      this.#transfer = await startTransfer(job.file, job.uploadUrl, {
        onProgress: progress => {
          const state = this.get()
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

  #transferFailed(job: UploadJob, cause: Cause): void {
    const failure = failureOf(cause, job.file.size)
    if (!(failure.kept ?? failure.resumable)) forgetUnfinished()
    this.#fail(job, failure)
    if (!failure.whenOnline) return
    const goOn = () => {
      const state = this.get()
      if (state.phase !== 'error' || state.job !== job) return
      toast(texts.backOnline)
      this.retry()
    }
    window.addEventListener('online', goOn, { once: true })
  }

  async #process(job: UploadJob): Promise<void> {
    this.#transfer = null
    forgetUnfinished()
    this.#set({ phase: 'processing', job, progress: 0 })
    // The server knows from the last byte already; the contract has the client say so too, and neither a failure nor
    // a slow answer may keep the rider from the video.
    const said = patchVideo(job.videoId, {
      status: 'processing',
      cfProcessingStatus: 'inprogress',
      fileSize: job.file.size,
    })
    void said.catch(() => undefined).then(refreshVideos)
    if (this.next()) {
      this.#sent.push(job)
      return
    }
    const watching = new AbortController()
    this.#watching = watching
    const end = await watchProcessing(job.videoId, {
      signal: watching.signal,
      onProgress: progress => this.#set({ phase: 'processing', job, progress }),
    })
    if (!end) return
    if (end.kind === 'unauthorized') handleUnauthorized()
    else if (end.kind === 'failed') this.#fail(job, plain(texts.errors.processing, end.sentence))
    else {
      this.#set({ phase: 'complete', job, streamId: end.streamId, earlier: this.#sent })
      if (window.location.pathname !== '/upload') toast({ ...texts.ready, description: job.title })
      void refreshVideos()
    }
  }

  /** Pauses or resumes an upload. */
  togglePause(): void {
    const state = this.get()
    if (state.phase !== 'uploading' || !this.#transfer) return
    this.#set({ ...state, paused: !state.paused })
    if (state.paused) this.#transfer.proceed()
    else this.#transfer.halt()
  }

  /** Continues after a failure: with what was sent before, or from the start if nothing was. */
  retry(): void {
    const state = this.get()
    if (state.phase !== 'error') return
    if (!state.job) void this.start(state.unsent.file, state.unsent.fields)
    else if (state.failure.resumable) void this.#send(state.job, true)
  }

  /** Starts the next waiting file, if there is one; the dashboard shows the finished one. */
  next(): boolean {
    const next = uploadQueue.take()
    if (next) void this.start(next.file, next.fields)
    return next !== null
  }

  /** Cancels an upload here and on the server; the next file in the queue follows. */
  async cancel(): Promise<void> {
    const state = this.get()
    if (state.phase !== 'uploading' && state.phase !== 'error') return
    const videoId = state.job?.videoId
    this.#stop()
    if (!this.next()) this.#set({ phase: 'idle' })
    if (videoId) await this.discard(videoId)
  }

  /** Deletes what an unfinished upload left on the server. */
  async discard(videoId: string): Promise<void> {
    if (findUnfinished()?.videoId === videoId) forgetUnfinished()
    try {
      await deleteVideo(videoId)
      toast(texts.cancelled)
    } catch (error) {
      toastError({ ...texts.toasts.failed, description: sentenceOf(error, texts.errors.notDiscarded) })
    }
    await refreshVideos()
  }

  /** Ready for another file; the queue is cleared. */
  reset(): void {
    uploadQueue.clear()
    this.#stop()
    this.#set({ phase: 'idle' })
  }

  #stop(): void {
    this.#transfer?.stop()
    this.#transfer = null
    this.#watching?.abort()
    this.#watching = null
  }
}

export const uploader = new Uploader()
export const useUpload = (): UploadState => useStore(uploader)

/**
 * Keeps a phone's screen on while wanted: a locked phone suspends the page and its upload. Browsers release the lock
 * whenever the page is hidden, so it is requested again when the page is visible. Without it (older browsers, low
 * battery) the upload resumes after unlocking.
 */
let lockWanted = false
let heldLock: WakeLockSentinel | null = null

async function askForLock(): Promise<void> {
  if (!lockWanted || heldLock || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
  try {
    const lock = await navigator.wakeLock.request('screen')
    if (!lockWanted) return void lock.release()
    heldLock = lock
    lock.addEventListener('release', () => {
      heldLock = null
    })
  } catch {
    // Refused, for example by battery saving: nothing depends on it.
  }
}

function keepAwake(want: boolean): void {
  if (want === lockWanted) return
  lockWanted = want
  if (want) {
    document.addEventListener('visibilitychange', askForLock)
    void askForLock()
  } else {
    document.removeEventListener('visibilitychange', askForLock)
    void heldLock?.release()
  }
}
