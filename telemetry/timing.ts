/** The stretch of video that one payload stands for. */
export interface PayloadTime {
  /** seconds */
  start: number
  duration: number
  /** the last payload is short, but declares a whole second */
  last: boolean
}

/**
 * Times of the samples of one stream. GPMF has no clock of its own: the samples of a payload are spread over
 * the MP4 duration of that payload (https://github.com/gopro/gpmf-parser, "GPMF Timing and Clocks"). Only the
 * last one cannot be trusted and takes the median interval of those before.
 */
export class SampleClock {
  readonly #videoDuration: number
  readonly #intervals: number[] = []
  /** of the intervals so far; null until it is asked for */
  #median: number | null = null
  #last = -1

  /** @param videoDuration seconds; samples at or after it are out of the picture (Infinity when unknown) */
  constructor(videoDuration: number) {
    this.#videoDuration = videoDuration
  }

  /** Seconds between the samples of a payload that holds `count` of them. */
  interval(payload: PayloadTime, count: number): number {
    if (payload.last && this.#intervals.length > 0) {
      // Once: the last payload may name the stream many thousand times.
      this.#median ??= Float64Array.from(this.#intervals).sort()[this.#intervals.length >> 1]!
      return this.#median
    }
    const end = Math.min(payload.start + payload.duration, Math.max(this.#videoDuration, payload.start))
    const interval = (payload.last ? end - payload.start : payload.duration) / count
    this.#intervals.push(interval)
    this.#median = null
    return interval
  }

  /** Whether a sample at this time lies in the video and after the one before; if so, it is the new last one. */
  accept(time: number): boolean {
    if (time < 0 || time >= this.#videoDuration || time <= this.#last) return false
    this.#last = time
    return true
  }
}
