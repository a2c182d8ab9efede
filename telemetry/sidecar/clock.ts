/** Numbers from here on are seconds since 1970 and not times in the video (3 years). */
const EPOCH_SECONDS = 1e8

/** A time in the file: seconds, and whether they count from 1970. */
export interface RawTime {
  seconds: number
  absolute: boolean
}

/**
 * Parses a time: a number in `unit` seconds, or an ISO 8601 date. Dates without a zone are UTC, since
 * recorders that omit it log UTC.
 * @returns null when it is neither
 */
export function parseTime(text: string, unit = 1): RawTime | null {
  if (text === '') return null
  const number = Number(text)
  if (Number.isFinite(number)) {
    // 13 digits are milliseconds since 1970, whatever the column's unit
    const seconds = number >= EPOCH_SECONDS * 1000 ? number / 1000 : number * unit
    return { seconds, absolute: seconds >= EPOCH_SECONDS }
  }
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?$/.exec(text)
  if (match === null) return null
  const parsed = Date.parse(`${match[1]}T${match[2]}${match[3] ?? 'Z'}`)
  return Number.isNaN(parsed) ? null : { seconds: parsed / 1000, absolute: true }
}

/** Converts the times of one file to seconds of the video; the first date in it counts as the video's start. */
export class SidecarClock {
  #origin: number | null = null

  /** Unix seconds of the first date in the file; null while none was read. */
  get origin(): number | null {
    return this.#origin
  }

  toVideo({ seconds, absolute }: RawTime): number {
    if (!absolute) return seconds
    this.#origin ??= seconds
    return seconds - this.#origin
  }
}
