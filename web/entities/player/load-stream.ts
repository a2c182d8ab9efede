import { texts } from './texts.ts'

/** `unloadable`: nothing of it came; `broken`: it was being played when it failed. */
export type StreamFault = { kind: 'unloadable' | 'broken'; message: string }

const unloadable: StreamFault = { kind: 'unloadable', message: texts.unableToLoad }
const broken: StreamFault = { kind: 'broken', message: texts.playbackError }

export interface LoadedStream {
  /** Keeps to one height of the picture, or chooses by the line again (null). */
  setQuality(height: number | null): void
  /** Stops loading and lets go of the element. */
  stop(): void
}
const nothing: LoadedStream = { setQuality: () => undefined, stop: () => undefined }

/**
 * Plays an HLS playlist in a video element: by hls.js where the browser has Media Source Extensions, else by the
 * browser itself. A playlist that still grows is played from its start, never from its edge.
 * `onQualities` tells the heights there are, largest first, where more than one can be chosen from.
 */
export async function loadStream(
  video: HTMLVideoElement,
  manifest: string,
  options: {
    startAt: number
    onFault: (fault: StreamFault) => void
    onQualities: (heights: number[]) => void
    signal: AbortSignal
  },
): Promise<LoadedStream> {
  const { default: Hls } = await import('hls.js/light')
  if (options.signal.aborted) return nothing

  if (!Hls.isSupported()) {
    if (!video.canPlayType('application/vnd.apple.mpegurl')) {
      options.onFault(unloadable)
      return nothing
    }
    const onError = () => options.onFault(video.readyState === 0 ? unloadable : broken)
    video.addEventListener('error', onError)
    video.src = manifest
    video.currentTime = options.startAt
    return {
      // The browser chooses by itself and offers no say in it.
      setQuality: () => undefined,
      stop: () => {
        video.removeEventListener('error', onError)
        video.removeAttribute('src')
        video.load()
      },
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
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    const heights = [...new Set(hls.levels.map(level => level.height))].filter(Boolean).sort((a, b) => b - a)
    if (heights.length > 1) options.onQualities(heights)
  })
  hls.on(Hls.Events.LEVEL_LOADED, () => {
    loaded = true
  })
  const fail = () => {
    hls.destroy()
    options.onFault(loaded ? broken : unloadable)
  }
  // hls.js would go round the heights for half a minute; a refusal of all of them is final.
  const refused = new Set<number>()
  hls.on(Hls.Events.FRAG_LOADED, () => refused.clear())
  hls.on(Hls.Events.ERROR, (_event, error) => {
    if (!error.fatal) {
      const status = error.response?.code ?? 0
      if (error.frag && status >= 400 && status < 500) refused.add(error.frag.level)
      if (hls.levels.length > 0 && refused.size >= hls.levels.length) fail()
      return
    }
    // A damaged stretch of a file: the decoder gets one new start before people are troubled.
    if (error.type === Hls.ErrorTypes.MEDIA_ERROR && !recovered) {
      recovered = true
      hls.recoverMediaError()
      return
    }
    fail()
  })
  hls.loadSource(manifest)
  hls.attachMedia(video)
  return {
    setQuality: height => {
      hls.currentLevel = height === null ? -1 : hls.levels.findLastIndex(level => level.height === height)
    },
    stop: () => hls.destroy(),
  }
}
