import { createListeners } from '../../lib/store.ts'
import type { TimeSource } from '../highlight/timeline/time-source.ts'

/** What was requested of a player that isn't loaded yet. */
export type Asked = 'nothing' | 'moment' | 'play'

/**
 * The position of one player, shared by the video, the timeline and the lists beside it.
 * Notifies its listeners of every frame while playing, and of seeks.
 */
export class Playback implements TimeSource {
  #video: HTMLVideoElement | null = null
  readonly #listeners = createListeners()
  /** requested before the video was ready */
  #wanted: number
  #asked: Asked = 'nothing'

  /** @param startAt where playback starts, in seconds */
  constructor(startAt = 0) {
    this.#wanted = startAt
  }

  readonly get = (): number => this.#video?.currentTime ?? this.#wanted

  readonly subscribe = this.#listeners.subscribe

  /** Seeks to a moment, in seconds; with `play`, plays from there. */
  readonly seek = (seconds: number, options: { play?: boolean } = {}): void => {
    this.#wanted = seconds
    if (this.#video) {
      this.#video.currentTime = seconds
      // Browsers may refuse to play before the first user gesture; the seek still worked.
      if (options.play) void this.#video.play().catch(() => undefined)
    } else this.#asked = options.play ? 'play' : 'moment'
    this.#tell()
  }

  /** Tells the poster in the player's place that the player is needed, and whether it should play. */
  readonly asked = (): Asked => this.#asked

  /** Where playback starts, if a moment was requested before the video was ready. */
  get startAt(): number {
    return this.#wanted
  }

  /** Follows this element until the returned function is called. */
  attach(video: HTMLVideoElement): () => void {
    this.#video = video
    let frame = 0
    const everyFrame = () => {
      this.#tell()
      frame = requestAnimationFrame(everyFrame)
    }
    const start = () => {
      cancelAnimationFrame(frame)
      everyFrame()
    }
    const stop = () => {
      cancelAnimationFrame(frame)
      this.#tell()
    }
    const tell = () => this.#tell()
    video.addEventListener('playing', start)
    for (const event of ['pause', 'ended', 'emptied']) video.addEventListener(event, stop)
    for (const event of ['timeupdate', 'seeking', 'loadedmetadata']) video.addEventListener(event, tell)
    return () => {
      cancelAnimationFrame(frame)
      video.removeEventListener('playing', start)
      for (const event of ['pause', 'ended', 'emptied']) video.removeEventListener(event, stop)
      for (const event of ['timeupdate', 'seeking', 'loadedmetadata']) video.removeEventListener(event, tell)
      this.#wanted = video.currentTime
      this.#video = null
    }
  }

  #tell(): void {
    this.#listeners.emit()
  }
}
