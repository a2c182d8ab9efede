import { type RefObject, useEffect, useRef, useState } from 'react'
import { api } from '#contract/paths.ts'
import { rememberedVolume } from './commands.ts'
import { type LoadedStream, loadStream, type StreamFault } from './load-stream.ts'
import type { Playback } from './playback.ts'
import { texts } from './texts.ts'

/**
 * Loads a stream into a video element, and again on `retry`.
 * @param autoPlay it was asked for by a press of play
 */
export function useStream(
  video: RefObject<HTMLVideoElement | null>,
  { streamId, playback, autoPlay }: { streamId: string; playback: Playback; autoPlay: boolean },
) {
  const [fault, setFault] = useState<StreamFault | null>(null)
  const [attempt, setAttempt] = useState(0)
  const stream = useRef<Promise<LoadedStream> | null>(null)
  const [qualities, setQualities] = useState<number[]>([])
  const [quality, setQuality] = useState<number | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads the same stream again
  useEffect(() => {
    const element = video.current
    if (!element) return
    const aborting = new AbortController()
    element.volume = rememberedVolume()
    const startAt = playback.startAt
    const detach = playback.attach(element)
    const loading = loadStream(element, api.manifest(streamId), {
      startAt,
      onFault: setFault,
      onQualities: setQualities,
      signal: aborting.signal,
    })
    // Where the browser refuses, the picture waits for a press as it would have.
    if (autoPlay) void loading.then(() => element.play()).catch(() => undefined)
    stream.current = loading
    loading.catch(() => setFault({ kind: 'unloadable', message: texts.unableToLoad }))
    return () => {
      aborting.abort()
      detach()
      // When it failed, the fault is already shown.
      void loading.then(
        loaded => loaded.stop(),
        () => undefined,
      )
    }
  }, [streamId, attempt, playback, autoPlay])

  return {
    fault,
    retry() {
      setFault(null)
      setAttempt(count => count + 1)
    },
    quality: {
      heights: qualities,
      chosen: quality,
      onChoose(height: number | null) {
        setQuality(height)
        // A stream that failed shows so already.
        stream.current?.then(loaded => loaded.setQuality(height)).catch(() => undefined)
      },
    },
  }
}
