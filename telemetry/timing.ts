/** The span of video that one payload covers. */
export interface PayloadTime {
  /** seconds */
  start: number
  duration: number
  /** the last payload is short, but declares a full second */
  last: boolean
}

/**
 * Times of the samples of one stream. GPMF has no clock: a payload's samples are spread over its duration in
 * the MP4 (https://github.com/gopro/gpmf-parser, "GPMF Timing and Clocks"). Only the last one can't be
 * trusted and uses the median interval of the previous ones.
 */
export class SampleClock {
  readonly #videoDuration: number
  readonly #intervals: number[] = []
  /** of the intervals so far; null until needed */
  #median: number | null = null
  #last = -1

  /** @param videoDuration seconds; samples at or after it are outside the video (Infinity when unknown) */
  constructor(videoDuration: number) {
    this.#videoDuration = videoDuration
  }

  /** Seconds between the samples of a payload with `count` of them. */
  interval(payload: PayloadTime, count: number): number {
    if (payload.last && this.#intervals.length > 0) {
      // Computed once: the last payload may name the stream thousands of times.
      this.#median ??= Float64Array.from(this.#intervals).sort()[this.#intervals.length >> 1]!
      return this.#median
    }
    const end = Math.min(payload.start + payload.duration, Math.max(this.#videoDuration, payload.start))
    const interval = (payload.last ? end - payload.start : payload.duration) / count
    this.#intervals.push(interval)
    this.#median = null
    return interval
  }

  /**
   * Whether a sample at this time lies within the video and after the previous one; if so, it becomes the new
   * last one.
   */
  accept(time: number): boolean {
    if (time < 0 || time >= this.#videoDuration || time <= this.#last) return false
    this.#last = time
    return true
  }
}
