import { type RefObject, useCallback, useEffect, useState } from 'react'

export interface MediaState {
  playing: boolean
  /** waiting for data while it should be playing */
  waiting: boolean
  /** seconds */
  time: number
  duration: number
  /** end of the buffered range around the position, seconds */
  buffered: number
  muted: boolean
  /** 0 to 1 */
  volume: number
  /** times the recorded one */
  speed: number
}

const events = [
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'timeupdate',
  'seeking',
  'seeked',
  'durationchange',
  'progress',
  'volumechange',
  'ratechange',
  'loadedmetadata',
  'emptied',
] as const

const atRest: MediaState = {
  playing: false,
  waiting: false,
  time: 0,
  duration: 0,
  buffered: 0,
  muted: false,
  volume: 1,
  speed: 1,
}

function bufferedEnd(video: HTMLVideoElement): number {
  for (let i = 0; i < video.buffered.length; i++)
    if (video.buffered.start(i) <= video.currentTime + 0.1 && video.buffered.end(i) >= video.currentTime)
      return video.buffered.end(i)
  return video.currentTime
}

const stateOf = (video: HTMLVideoElement): MediaState => ({
  playing: !video.paused && !video.ended,
  waiting: !video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
  time: video.currentTime,
  duration: Number.isFinite(video.duration) ? video.duration : 0,
  buffered: bufferedEnd(video),
  muted: video.muted || video.volume === 0,
  volume: video.volume,
  speed: video.playbackRate,
})

/**
 * What the controls show, updated by the element's own events. These arrive late: a caller that computes the next
 * value from the shown one, such as a slider under a held key, calls `look` right after a change.
 */
export function useMediaState(
  ref: RefObject<HTMLVideoElement | null>,
): [state: MediaState, look: () => void] {
  const [state, setState] = useState(atRest)
  const look = useCallback(() => {
    if (ref.current) setState(stateOf(ref.current))
  }, [ref])
  useEffect(() => {
    const video = ref.current
    if (!video) return
    look()
    for (const event of events) video.addEventListener(event, look)
    return () => {
      for (const event of events) video.removeEventListener(event, look)
    }
  }, [ref, look])
  return [state, look]
}
