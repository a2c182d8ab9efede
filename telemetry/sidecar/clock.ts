/** Where the times of a sidecar begin. */
export interface SidecarOptions {
  /** when the video began; without it the first time of the file is taken for the start of the video */
  videoStart?: Date
}

/** From this many seconds on a number is a moment since 1970 and not a time in the video (3 years). */
const EPOCH_SECONDS = 1e8

/** A time of the file: seconds, and whether they count from 1970. */
export interface RawTime {
  seconds: number
  absolute: boolean
}

/**
 * Reads a time: a number in `unit` seconds, or a date of ISO 8601. Dates without a zone are UTC, since recorders
 * that leave it out log UTC.
 * @returns null when it is neither
 */
export function parseTime(text: string, unit = 1): RawTime | null {
  if (text === '') return null
  const number = Number(text)
  if (Number.isFinite(number)) {
    // 13 digits are milliseconds since 1970, whatever the column says
    const seconds = number >= EPOCH_SECONDS * 1000 ? number / 1000 : number * unit
    return { seconds, absolute: seconds >= EPOCH_SECONDS }
  }
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?$/.exec(text)
  if (match === null) return null
  const parsed = Date.parse(`${match[1]}T${match[2]}${match[3] ?? 'Z'}`)
  return Number.isNaN(parsed) ? null : { seconds: parsed / 1000, absolute: true }
}

/** Turns the times of one file into seconds of the video. */
export class SidecarClock {
  #origin: number | null = null
  readonly #videoStart: number | null

  constructor({ videoStart }: SidecarOptions) {
    this.#videoStart = videoStart === undefined ? null : videoStart.getTime() / 1000
  }

  toVideo({ seconds, absolute }: RawTime): number {
    if (!absolute) return seconds
    this.#origin ??= this.#videoStart ?? seconds
    return seconds - this.#origin
  }
}
