import { texts } from './texts.ts'

/** `unloadable`: nothing of it came; `broken`: it was being played when it failed. */
export type StreamFault = { kind: 'unloadable' | 'broken'; message: string }

const unloadable: StreamFault = { kind: 'unloadable', message: texts.unableToLoad }
const broken: StreamFault = { kind: 'broken', message: texts.playbackError }

/**
 * Plays an HLS playlist in a video element: by hls.js where the browser has Media Source Extensions, else by the
 * browser itself. A playlist that still grows is played from its start, never from its edge.
 * @returns a function that stops loading and lets go of the element
 */
export async function loadStream(
  video: HTMLVideoElement,
  manifest: string,
  options: { startAt: number; onFault: (fault: StreamFault) => void; signal: AbortSignal },
): Promise<() => void> {
  const { default: Hls } = await import('hls.js/light')
  if (options.signal.aborted) return () => undefined

  if (!Hls.isSupported()) {
    if (!video.canPlayType('application/vnd.apple.mpegurl')) {
      options.onFault(unloadable)
      return () => undefined
    }
    const onError = () => options.onFault(video.readyState === 0 ? unloadable : broken)
    video.addEventListener('error', onError)
    video.src = manifest
    video.currentTime = options.startAt
    return () => {
      video.removeEventListener('error', onError)
      video.removeAttribute('src')
      video.load()
    }
  }

  const hls = new Hls({
    startPosition: options.startAt,
    backBufferLength: 60,
    // Its worker would come from a blob: address, which the content policy forbids; fMP4 needs no repackaging.
    enableWorker: false,
    // The session's cookie decides what may be watched.
    xhrSetup: xhr => {
      xhr.withCredentials = true
    },
  })
  let recovered = false
  let loaded = false
  hls.on(Hls.Events.LEVEL_LOADED, () => {
    loaded = true
  })
  hls.on(Hls.Events.ERROR, (_event, error) => {
    if (!error.fatal) return
    // A damaged stretch of a file: the decoder gets one new start before people are troubled.
    if (error.type === Hls.ErrorTypes.MEDIA_ERROR && !recovered) {
      recovered = true
      hls.recoverMediaError()
      return
    }
    hls.destroy()
    options.onFault(loaded ? broken : unloadable)
  })
  hls.loadSource(manifest)
  hls.attachMedia(video)
  return () => hls.destroy()
}
