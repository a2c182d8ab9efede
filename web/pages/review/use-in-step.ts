import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

export interface Span {
  /** seconds in the video */
  start: number
  end: number
}

/** Seconds by which one may run ahead of the other: two frames at 30 frames a second. */
const slack = 0.07
/** Seconds from its end at which a take is over: pictures don't end exactly there. */
const almost = 0.04

const clamp = (value: number, most: number) => Math.min(Math.max(0, value), most)

/**
 * Plays stretches of videos in step: from the first second of each, the one that is ahead waits for the other, and a
 * shorter one holds its last picture until all are over. @param videos in the order of the spans
 */
export function useInStep(videos: RefObject<readonly (HTMLVideoElement | null)[]>, spans: readonly Span[]) {
  const [playing, setPlaying] = useState(false)
  const [at, setAt] = useState(0)
  const length = Math.max(...spans.map(({ start, end }) => end - start))

  const states = () =>
    spans.flatMap(({ start, end }, index) => {
      const video = videos.current[index]
      if (!video) return []
      const gone = clamp(video.currentTime - start, end - start)
      return [{ video, end, gone, isOver: gone >= end - start - almost }]
    })

  /** @param seconds since the start of each */
  const seek = (seconds: number) => {
    for (const [index, { start, end }] of spans.entries()) {
      const video = videos.current[index]
      if (video) video.currentTime = start + clamp(seconds, end - start)
    }
    setAt(clamp(seconds, length))
  }

  const step = useEffectEvent((): boolean => {
    const all = states()
    const running = all.filter(({ isOver }) => !isOver)
    const behind = Math.min(...running.map(({ gone }) => gone))
    for (const { video, end, gone, isOver } of all) {
      if (isOver || gone - behind > slack) video.pause()
      // It is muted, so browsers let it play; a pause that comes first ends the promise.
      else if (video.paused) void video.play().catch(() => undefined)
      // A page that was busy sees the end late.
      if (video.currentTime > end) video.currentTime = end
    }
    setAt(Math.max(...all.map(({ gone }) => gone)))
    return running.length > 0
  })

  useEffect(() => {
    if (!playing) return
    let frame = 0
    const next = () => {
      if (step()) frame = requestAnimationFrame(next)
      else setPlaying(false)
    }
    next()
    const playingNow = videos.current
    return () => {
      cancelAnimationFrame(frame)
      for (const video of playingNow) video?.pause()
    }
  }, [playing, videos])

  return {
    playing,
    at,
    length,
    seek,
    toggle: () => {
      if (!playing && states().every(({ isOver }) => isOver)) seek(0)
      setPlaying(!playing)
    },
  }
}
