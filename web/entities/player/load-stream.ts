import { texts } from '#texts/entities/player.ts'

/** `unloadable`: nothing could be loaded; `broken`: it failed during playback. */
export type StreamFault = { kind: 'unloadable' | 'broken'; message: string }

const unloadable: StreamFault = { kind: 'unloadable', message: texts.unableToLoad }
const broken: StreamFault = { kind: 'broken', message: texts.playbackError }

export interface LoadedStream {
  /** Keeps one rendition, or adapts to the bandwidth again (null). */
  setQuality(height: number | null): void
  /** Stops loading and releases the element. */
  stop(): void
}
const nothing: LoadedStream = { setQuality: () => undefined, stop: () => undefined }

/**
 * Plays an HLS playlist in a video element: with hls.js where the browser has Media Source Extensions, else with the
 * browser itself. A playlist that is still growing plays from its start, never from its live edge.
 * `onQualities` reports the available heights, largest first, if there is more than one.
 */
export async function loadStream(
  video: HTMLVideoElement,
  manifest: string,
  options: {
    startAt: number
    onFault: (fault: StreamFault) => void
    onQualities: (heights: number[]) => void
    /** ends when the element is left */
    signal: AbortSignal
  },
): Promise<LoadedStream> {
  const { default: Hls } = await import('hls.js/light')
  const { signal } = options
  if (signal.aborted) return nothing
  const listen = (event: string, listener: () => void) => video.addEventListener(event, listener, { signal })

  if (!Hls.isSupported()) {
    if (!video.canPlayType('application/vnd.apple.mpegurl')) {
      options.onFault(unloadable)
      return nothing
    }
    listen('error', () => options.onFault(video.readyState === 0 ? unloadable : broken))
    video.src = manifest
    video.currentTime = options.startAt
    return {
      // The browser adapts by itself and offers no control.
      ...nothing,
      stop: () => {
        video.removeAttribute('src')
        video.load()
      },
    }
  }

  let recovered = false
  let loaded = false
  let playing = false
  let chosen: number | null = null
  const choose = () => {
    hls.currentLevel = chosen === null ? -1 : hls.levels.findLastIndex(level => level.height === chosen)
  }
  const fail = () => {
    hls.destroy()
    options.onFault(loaded ? broken : unloadable)
  }
  // A damaged section of a file ends the decoder. Before an error is reported, the stream is loaded once more from there:
  // the final renditions, which have no damage of their own, may have replaced the first one since.
  const recover = () => {
    if (recovered) return fail()
    recovered = true
    const [at, wasPlaying] = [video.currentTime, playing]
    hls.destroy()
    hls = start(at)
    // If the browser refuses, the video waits for a press.
    if (wasPlaying) void video.play().catch(() => undefined)
  }

  const start = (startPosition: number) => {
    const hls = new Hls({
      startPosition,
      backBufferLength: 60,
      // Its worker would come from a blob: address, which the content policy forbids; fMP4 needs no repackaging.
      enableWorker: false,
      // The session cookie decides what may be watched.
      xhrSetup: xhr => {
        xhr.withCredentials = true
      },
    })
    hls.on(Hls.Events.MANIFEST_PARSED, () => {
      const heights = [...new Set(hls.levels.map(level => level.height))]
        .filter(Boolean)
        .sort((a, b) => b - a)
      if (heights.length > 1) options.onQualities(heights)
      if (chosen !== null) choose()
    })
    hls.on(Hls.Events.LEVEL_LOADED, () => {
      loaded = true
    })
    // hls.js would cycle through the renditions for half a minute; if all are refused, that's final.
    const refused = new Set<number>()
    hls.on(Hls.Events.FRAG_LOADED, () => refused.clear())
    hls.on(Hls.Events.ERROR, (_event, error) => {
      if (!error.fatal) {
        const status = error.response?.code ?? 0
        if (error.frag && status >= 400 && status < 500) refused.add(error.frag.level)
        if (hls.levels.length > 0 && refused.size >= hls.levels.length) fail()
      } else if (error.type === Hls.ErrorTypes.MEDIA_ERROR) recover()
      else fail()
    })
    hls.loadSource(manifest)
    hls.attachMedia(video)
    return hls
  }

  let hls = start(options.startAt)
  listen('play', () => (playing = true))
  listen('pause', () => (playing = false))
  // hls.js doesn't report what a decoder finds wrong. The pause that it causes is reported after it.
  listen('error', recover)
  return {
    setQuality: height => {
      chosen = height
      choose()
    },
    stop: () => hls.destroy(),
  }
}
