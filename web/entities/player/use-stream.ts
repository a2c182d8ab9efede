import { type RefObject, useEffect, useRef, useState } from 'react'
import { api } from '#contract/paths.ts'
import { rememberedVolume } from './commands.ts'
import { type LoadedStream, loadStream, type StreamFault } from './load-stream.ts'
import type { Playback } from './playback.ts'
import { texts } from './texts.ts'

/**
 * Loads a stream into a video element, and again on `retry`.
 * @param autoPlay the person pressed play
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
    // If the browser refuses, the video waits for a press, as it would have anyway.
    if (autoPlay) void loading.then(() => element.play()).catch(() => undefined)
    stream.current = loading
    loading.catch(() => setFault({ kind: 'unloadable', message: texts.unableToLoad }))
    return () => {
      aborting.abort()
      detach()
      // If it failed, the error is already shown.
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
        // A failed stream already shows its error.
        stream.current?.then(loaded => loaded.setQuality(height)).catch(() => undefined)
      },
    },
  }
}
