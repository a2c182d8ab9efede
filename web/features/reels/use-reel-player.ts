import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { duckedLevel, reelFps, slowMotion } from '#contract/reels/limits.ts'
import type { Timeline } from '#contract/reels/timeline.ts'
import { loopOf, type Music, type Playable, startMusic } from './music.ts'

/** What the preview shows: the title card, or a piece at a second of the video. */
export interface Shown {
  piece: number | null
  /** seconds of the reel */
  at: number
  playing: boolean
}

const isIn = (span: { from: number; to: number } | null, time: number): boolean =>
  span !== null && time >= span.from && time < span.to

/**
 * Plays the pieces of a reel one after another from the stream of its video, without rendering anything.
 * Slow motion is the element's rate, and a title card runs on the reel's timer.
 */
export function useReelPlayer(
  video: RefObject<HTMLVideoElement | null>,
  timeline: Timeline,
  music: Playable | null,
) {
  const [shown, setShown] = useState<Shown>({ piece: null, at: 0, playing: false })
  const run = useRef<{ stop(): void } | null>(null)

  const pause = useCallback(() => {
    run.current?.stop()
    run.current = null
    setShown(now => ({ ...now, playing: false }))
  }, [])

  const play = useCallback(() => {
    const element = video.current
    if (!element || timeline.pieces.length === 0) return
    run.current?.stop()
    run.current = playThrough(element, timeline, music, setShown, () => {
      run.current = null
      setShown({ piece: null, at: 0, playing: false })
    })
  }, [video, timeline, music])

  // So that a press of play isn't followed by a pause.
  useEffect(() => {
    if (typeof music !== 'string') return
    const soon = setTimeout(() => loopOf(music), 300)
    return () => clearTimeout(soon)
  }, [music])

  // What is played is of the plan before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new timeline ends the playing of the old one
  useEffect(() => pause, [timeline, music, pause])

  return { shown, play, pause }
}

/** Plays from the beginning. @returns what stops it */
function playThrough(
  element: HTMLVideoElement,
  timeline: Timeline,
  music: Playable | null,
  onShown: (shown: Shown) => void,
  onEnd: () => void,
) {
  const titleSeconds = timeline.titleFrames / reelFps
  const sound: Music | null = music ? startMusic(music) : null
  let piece = -1
  let began = 0
  let frame = 0
  let stopped = false
  const volume = element.volume
  // Own music may be shorter than the reel: then the ride is heard again.
  const musicSeconds = music && typeof music === 'object' ? music.seconds : Number.POSITIVE_INFINITY
  const duckAt = (at: number) => {
    if (sound) element.volume = at < musicSeconds ? volume * duckedLevel : volume
  }
  duckAt(0)

  const stop = () => {
    stopped = true
    cancelAnimationFrame(frame)
    sound?.stop()
    element.pause()
    element.playbackRate = 1
    element.volume = volume
  }
  const go = (to: number) => {
    piece = to
    const next = timeline.pieces[to]
    if (!next) {
      stop()
      onEnd()
      return
    }
    element.currentTime = next.start
    // The browser refuses sound before the first press only, and this is one.
    void element.play().catch(() => undefined)
  }
  const look = (now: number) => {
    if (stopped) return
    began ||= now
    const current = timeline.pieces[piece]
    if (!current) {
      const at = (now - began) / 1000
      onShown({ piece: null, at, playing: true })
      if (at >= titleSeconds) go(0)
    } else {
      const time = element.currentTime
      element.playbackRate = isIn(current.slow, time) ? slowMotion.speed : 1
      // Music waits while the picture does.
      sound?.hold(element.seeking || element.readyState < 3)
      const slow = current.slow
      const extra = slow ? Math.max(0, Math.min(time, slow.to) - slow.from) : 0
      const at = current.at / reelFps + Math.max(0, time - current.start) + extra
      duckAt(at)
      onShown({ piece, at, playing: true })
      if (!element.seeking && time >= current.end - 0.5 / reelFps) go(piece + 1)
    }
    if (!stopped) frame = requestAnimationFrame(look)
  }
  element.currentTime = timeline.pieces[0]?.start ?? 0
  frame = requestAnimationFrame(look)
  return { stop }
}
