import type { DetailedError, Upload } from 'tus-js-client'
import { uploadRetries, uploadRetryDelayMs, uploadTimeoutMs } from '#contract/constants.ts'
import { type Cause, isRepeatable } from './failure.ts'
import { RateMeter } from './rate.ts'
import { isSilent, type Silence } from './silence.ts'

const chunkBytes = 8 * 1024 * 1024

export interface TransferProgress {
  /** bytes */
  sent: number
  total: number
  bytesPerSecond: number | null
  stalled: boolean
}

export interface TransferEvents {
  onProgress: (progress: TransferProgress) => void
  onDone: () => void
  onFailed: (cause: Cause) => void
}

/** One running upload: can be paused and resumed, and ends with onDone or onFailed. */
export interface Transfer {
  halt(): void
  proceed(): void
  /** Stops it without a further event. */
  stop(): void
}

/**
 * Sends a file by tus 1.0.0 to its signed URL, in parts of 8 MiB. A broken connection or a 5xx is retried up to
 * uploadRetries times, after 1 s × attempt; the count restarts once bytes have got through. A connection that is silent
 * for 20 s is dropped and resumed where the server says it stopped; ten minutes of silence end the upload. Every start
 * first asks the server how much it has, and nothing but the rider's own call creates an upload.
 */
export async function startTransfer(
  file: File,
  uploadUrl: string,
  events: TransferEvents,
): Promise<Transfer> {
  const tus = await import('tus-js-client')
  const address = new URL(uploadUrl, window.location.href)
  const meter = new RateMeter()
  const progress: TransferProgress = { sent: 0, total: file.size, bytesPerSecond: null, stalled: false }
  const silence: Silence = { since: performance.now(), tried: performance.now() }
  let watch = 0

  const heard = () => {
    silence.since = performance.now()
    silence.tried = silence.since
    progress.stalled = false
  }
  const tell = () => events.onProgress({ ...progress })
  const end = () => {
    window.clearInterval(watch)
    newLine.ignore()
  }
  const fail = (cause: Cause) => {
    end()
    events.onFailed(cause)
  }

  const upload: Upload = new tus.Upload(file, {
    uploadUrl: address.href,
    chunkSize: chunkBytes,
    retryDelays: Array.from({ length: uploadRetries }, (_, i) => uploadRetryDelayMs * (i + 1)),
    // The URL belongs to one video; unfinished.ts keeps what is needed to resume, with the title and id.
    storeFingerprintForResuming: false,
    onShouldRetry: error => isRepeatable(error.originalResponse?.getStatus() ?? null),
    onProgress: sent => {
      if (sent > progress.sent) heard()
      // After a break, the server's count may be lower than what was sent.
      else if (sent < progress.sent) meter.reset()
      progress.sent = sent
      meter.add(performance.now(), sent)
      progress.bytesPerSecond = meter.bytesPerSecond()
      tell()
    },
    onSuccess: () => {
      end()
      events.onDone()
    },
    onError: error => {
      end()
      void causeOf(error, file, address, progress.sent === 0).then(events.onFailed)
    },
  })

  const check = () => {
    const now = performance.now()
    const allSent = progress.sent === progress.total
    if (now - silence.since > uploadTimeoutMs) {
      void upload.abort()
      fail({ kind: 'silence' })
    } else if (isSilent(silence, now, allSent)) {
      progress.stalled = true
      progress.bytesPerSecond = null
      tell()
      takeUp()
    }
  }
  const takeUp = () => {
    silence.tried = performance.now()
    meter.reset()
    void upload.abort().then(() => upload.start())
  }
  // When switching from Wi-Fi to cellular, the old connection is dead without an error and would be waited for.
  const newLine = onNewLine(() => {
    if (progress.sent < progress.total) takeUp()
  })
  const begin = () => {
    meter.reset()
    heard()
    newLine.watch()
    watch = window.setInterval(check, 1000)
    upload.start()
  }
  begin()

  return {
    halt: () => {
      end()
      void upload.abort()
      progress.bytesPerSecond = null
      progress.stalled = false
      tell()
    },
    proceed: begin,
    stop: () => {
      end()
      void upload.abort()
    },
  }
}

/** Browsers refuse to read a file that changed since it was chosen, or whose card was removed. */
const canRead = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/** An unreadable file looks like a broken connection to the sender. */
async function causeOf(
  error: Error | DetailedError,
  file: File,
  address: URL,
  nothingSent: boolean,
): Promise<Cause> {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (!response || response.getStatus() === 0) {
    if (!(await canRead(file))) return { kind: 'file' }
    return {
      kind: 'network',
      online: navigator.onLine,
      otherOrigin: address.origin !== window.location.origin,
      nothingSent,
    }
  }
  return { kind: 'status', status: response.getStatus(), sentence: sentenceIn(response.getBody()) }
}

function sentenceIn(body: string): string | null {
  try {
    const parsed = JSON.parse(body) as { message?: unknown } | null
    return typeof parsed?.message === 'string' ? parsed.message : null
  } catch {
    return null // a proxy's page, not meant for people
  }
}

/** Network Information API, where available (Android): its `change` also fires for new speed estimates. */
interface Connection extends EventTarget {
  type?: string
}

/** Reports when the device switched networks: back online, or from Wi-Fi to cellular. */
function onNewLine(tell: () => void): { watch(): void; ignore(): void } {
  const connection = (navigator as Navigator & { connection?: Connection }).connection
  let type = connection?.type
  const changed = () => {
    if (connection?.type === type) return
    type = connection?.type
    if (navigator.onLine) tell()
  }
  return {
    watch() {
      type = connection?.type
      window.addEventListener('online', tell)
      connection?.addEventListener('change', changed)
    },
    ignore() {
      window.removeEventListener('online', tell)
      connection?.removeEventListener('change', changed)
    },
  }
}
